import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { CannotStart } from '#server/settings.ts'
import { findPort } from './port.ts'

test('a port that is taken is refused with what to do', async () => {
  const server = createServer().listen(await findPort('127.0.0.1', 0), '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  try {
    await expect(findPort('127.0.0.1', port)).rejects.toThrow(CannotStart)
    await expect(findPort('127.0.0.1', port)).rejects.toThrow(
      `Port ${port} on 127.0.0.1 is already in use. Stop the other program, or use another port: PORT=${port + 1} npm start`,
    )
  } finally {
    server.close()
    await once(server, 'close')
  }
  await expect(findPort('127.0.0.1', port)).resolves.toBe(port)
})

test('an address of another machine is refused', async () => {
  await expect(findPort('192.0.2.1', 0)).rejects.toThrow(/which is not an address of this machine/)
})
