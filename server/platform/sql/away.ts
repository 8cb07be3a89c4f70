import pg from 'pg'

/** Error message while the database is unavailable. */
export const awaySentence = 'The database is unavailable. Try again in a moment.'

/** SQLSTATEs for shutdown, crash, startup, and the connection exception class. @source PostgreSQL, appendix A, "Error Codes" */
const awayCode = /^(?:57P0[123]|08...)$/
const systemCodes: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'ETIMEDOUT'])
// Errors of the driver itself have no code.
const driverSentences =
  /^(?:Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect)/

/** Whether an error means that the database is unavailable: restarting, or the connection broke. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof pg.DatabaseError) return error.code !== undefined && awayCode.test(error.code)
  if (driverSentences.test(error.message)) return true
  if (!('syscall' in error) || !('code' in error)) return false
  // ENOENT counts only for the database socket.
  return error.syscall === 'connect' ? error.code === 'ENOENT' || systemCodes.has(error.code) : false
}
