/** Where the database layer tells an operator what it does: one line, without a line end. */
export type Log = (line: string) => void;
