import pg from 'pg'

/** What a caller who must wait for the database is told. */
export const awaySentence = 'The database is unavailable. Try again in a moment.'

/** Shut down, crashed, starting; and the class of broken connections. @source PostgreSQL, appendix A, "Error Codes" */
const awayCode = /^(?:57P0[123]|08...)$/
const systemCodes: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'ETIMEDOUT'])
// The driver's own failures carry no code.
const driverSentences =
  /^(?:Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect)/

/** Whether an error says that there is no database to talk to now: it is starting again, or its connection broke. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof pg.DatabaseError) return error.code !== undefined && awayCode.test(error.code)
  if (driverSentences.test(error.message)) return true
  if (!('syscall' in error) || !('code' in error)) return false
  // A file that is not there is another matter: only the socket of the database counts.
  return error.syscall === 'connect' ? error.code === 'ENOENT' || systemCodes.has(error.code) : false
}
