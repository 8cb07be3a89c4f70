import type { WebSocket } from 'ws'
import type { Ending } from './connections.ts'

/** A client that does not say good-bye in this time is cut off. */
const goodByeMs = 1_000

/**
 * Close a socket whose rights are gone. Clients come back by themselves after `changed` (1012), and ask who they are after
 * `over` (4401), the code of graphql-ws for somebody who may not listen.
 */
export function closeSocket(socket: WebSocket, why: Ending): { readonly code: number; readonly reason: string } {
  const told = why === 'over' ? { code: 4401, reason: 'Unauthorized' } : { code: 1012, reason: 'Permissions changed' }
  socket.close(told.code, told.reason)
  setTimeout(() => socket.terminate(), goodByeMs).unref()
  return told
}
