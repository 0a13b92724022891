/** A run of text that looks like a secret: offsets into the scanned text. Never leaves the scanner, it finds the value. */
export interface Match {
  rule: string;
  start: number;
  end: number;
}
