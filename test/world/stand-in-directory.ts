import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A server that takes connections and does with each what it is told; silent by default. Answers its address. */
export async function standIn(onSocket: (socket: Socket) => void = () => undefined): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.resume()
    onSocket(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  })
  // A server on a port has an address with one.
  return `ldap://127.0.0.1:${(server.address() as AddressInfo).port}`
}
