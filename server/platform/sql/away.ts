import pg from 'pg'

/** Error message while the database is unavailable. */
export const awaySentence = 'The database is unavailable. Try again in a moment.'

/** The server reached is a standby, which takes no writes. */
export class StandbyOnly extends Error {
  override readonly name = 'StandbyOnly'
  constructor() {
    super('The server is a standby, which takes no writes')
  }
}

/**
 * SQLSTATEs of a server that cannot work at the moment, although nothing is wrong with the statement: it shuts down, starts or is promoted
 * (57P01 to 57P05, 25006), ended the connection (25P03, 25P04, class 08), or lacks connections, memory or disk space (class 53).
 *
 * @source PostgreSQL, appendix A, "Error Codes"
 */
const awayCode = /^(?:57P0[1-5]|25006|25P0[34]|08...|53...)$/
/** Functions that a standby refuses while it is being promoted have a code that other mistakes share. */
const recoveryCode = '55000'
const systemCodes: ReadonlySet<unknown> = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH'],
  ...['ENETDOWN', 'EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'],
])
// Errors of the driver itself have no code.
const driverSentences =
  /^(?:Connection terminated|Client has encountered a connection error|Client was closed|timeout expired|timeout exceeded when trying to connect|Query read timeout)/

const ofSockets = new WeakSet<object>()

/** The socket of a database connection reported this: files, mail and git fail with the same codes. */
export function noteSocketFailure(error: unknown): void {
  if (error instanceof Error && 'code' in error && systemCodes.has(error.code)) ofSockets.add(error)
}

const isOfSocket = (error: unknown): boolean => error instanceof Error && ofSockets.has(error)

/** Whether an error means that the database is unavailable: restarting, failing over, or the connection broke. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof StandbyOnly) return true
  if (error instanceof pg.DatabaseError) {
    if (error.code === recoveryCode) return /recovery|standby/.test(error.message)
    return error.code !== undefined && awayCode.test(error.code)
  }
  if (isOfSocket(error) || driverSentences.test(error.message)) return true
  if (!('syscall' in error) || !('code' in error)) return false
  // ENOENT counts only for the database socket.
  return error.syscall === 'connect' ? error.code === 'ENOENT' || systemCodes.has(error.code) : false
}
