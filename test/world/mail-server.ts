import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import { closeMail } from '#server/platform/mail/send.ts'

/** A mail server that takes everything, or refuses every recipient. */
export async function mailServer(answerTo: 'accept' | 'refuse') {
  const received: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    socket.write('220 ready\r\n')
    let letter: string[] | null = null
    createInterface({ input: socket }).on('line', line => {
      if (letter !== null && line !== '.') {
        letter.push(line)
        return
      }
      if (letter !== null) {
        received.push(letter.join('\n'))
        letter = null
        socket.write('250 taken\r\n')
      } else if (line === 'DATA') {
        letter = []
        socket.write('354 go on\r\n')
      } else if (line.startsWith('RCPT') && answerTo === 'refuse') socket.write('550 no such mailbox\r\n')
      else socket.write('250 ok\r\n')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    closeMail()
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  })
  return { received, url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}` }
}
