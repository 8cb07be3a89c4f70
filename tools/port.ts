import { once } from 'node:events'
import { createServer } from 'node:net'
import { CannotStart } from '#server/settings.ts'

/**
 * Make sure that a port is free, before anything else is started.
 *
 * @param port  0 for any
 * @returns the port itself, or the free one that was found
 * @throws CannotStart  the port is taken, or the address is not this machine's
 */
export async function findPort(host: string, port: number): Promise<number> {
  const server = createServer()
  try {
    server.listen(port, host)
    await once(server, 'listening')
    const address = server.address()
    return typeof address === 'object' && address ? address.port : port
  } catch (cause) {
    throw new CannotStart(complaint(host, port, cause), { cause })
  } finally {
    if (server.listening) {
      server.close()
      await once(server, 'close')
    }
  }
}

function complaint(host: string, port: number, cause: unknown): string {
  switch (cause instanceof Error && 'code' in cause ? cause.code : '') {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is already in use. Stop the other program, or use another port: PORT=${port + 1} npm start`
    case 'EACCES':
      return `Port ${port} requires elevated privileges. Use a port above 1023: PORT=3000 npm start`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST is '${host}', which is not an address of this machine. Unset it, or set it to 0.0.0.0 for all networks.`
    default:
      return `Weft cannot listen on ${host}:${port}: ${cause instanceof Error ? cause.message : String(cause)}`
  }
}
