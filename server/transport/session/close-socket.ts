import type { WebSocket } from 'ws'
import type { Ending } from './connections.ts'

/** The connection is terminated if the client does not complete the close handshake in this time. */
const goodByeMs = 1_000

/**
 * Close a socket that has lost its access. Clients reconnect on their own after `changed` (1012); after `over` (4401, Unauthorized in
 * graphql-ws) they check their session first.
 */
export function closeSocket(socket: WebSocket, why: Ending): { readonly code: number; readonly reason: string } {
  const close = why === 'over' ? { code: 4401, reason: 'Unauthorized' } : { code: 1012, reason: 'Permissions changed' }
  socket.close(close.code, close.reason)
  setTimeout(() => socket.terminate(), goodByeMs).unref()
  return close
}
