/** Whether `error` is a system error with one of `codes`, such as `ENOENT`. */
export function isCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
