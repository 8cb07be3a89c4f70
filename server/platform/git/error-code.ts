/** Is this the failure of a system call with that code (`ENOENT`)? */
export const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code
