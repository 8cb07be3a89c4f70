import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type ReceivedMail, readMail } from './read.ts'

const head = 'From: Ann Example <ann@x.test>\r\nMIME-Version: 1.0\r\n'

async function received(headers: string, body: string | Buffer): Promise<ReceivedMail> {
  const folder = await mkdtemp(join(tmpdir(), 'weft-mail-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'mail')
  const top = Buffer.from(`${head}${headers.replaceAll('\n', '\r\n')}\r\n\r\n`, 'latin1')
  await writeFile(
    path,
    Buffer.concat([top, typeof body === 'string' ? Buffer.from(body.replaceAll('\n', '\r\n')) : body]),
  )
  return readMail(path, folder)
}

test('a mail of one byte for each letter is read, though it does not say so', async () => {
  const mail = await received('Subject: Gr\xf6\xdfe\nContent-Type: text/plain', Buffer.from('Sch\xf6n', 'latin1'))
  expect([mail.subject, mail.text]).toEqual(['Größe', 'Schön'])
  const quoted = 'Content-Type: text/plain; charset=us-ascii\nContent-Transfer-Encoding: quoted-printable'
  expect((await received(quoted, 'Sch=F6n')).text).toBe('Schön')
})

test('a character of the subject that is cut in two is one', async () => {
  const [one, two] = [Buffer.from('日本').subarray(0, 5), Buffer.from('日本').subarray(5)]
  const subject = `=?UTF-8?B?${one.toString('base64')}?=\n =?UTF-8?B?${two.toString('base64')}?= and =?iso-8859-1?Q?K=F6ln_?=`
  expect((await received(`Subject: ${subject}`, 'x')).subject).toBe('日本 and Köln ')
})

test('an invitation without a text shows its event, and its file stays', async () => {
  const calendar = [
    'BEGIN:VCALENDAR',
    'BEGIN:VEVENT',
    'SUMMARY:Planning\\, again',
    'DTSTART;TZID="Europe/Berlin":20260130T191500',
    'LOCATION:Room 1',
    'ORGANIZER;CN="A: B":mailto:ann@x.test',
    'END:VEVENT',
    'END:VCALENDAR',
  ].join('\n')
  const mail = await received('Content-Type: text/calendar; method=REQUEST; charset=utf-8', calendar)
  expect(mail.text).toBe(
    '**Planning, again**\n\n- When: 2026-01-30 19:15 Europe/Berlin\n- Where: Room 1\n- Organizer: A: B (ann@x.test)',
  )
  expect(mail.files.map(file => file.filename)).toEqual(['invitation-1.ics'])
})

const der = (tag: number, ...parts: readonly Buffer[]) => {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag, 0x82, content.length >> 8, content.length & 255]), content])
}

test('the words of a signed mail are those inside of its signature; an encrypted one stays a file', async () => {
  const inner = Buffer.from('Content-Type: text/plain\r\n\r\nSigned words')
  const oid = (last: number) => der(0x06, Buffer.from(`2a864886f70d0107${last.toString(16).padStart(2, '0')}`, 'hex'))
  const signed = (type: number) =>
    der(
      0x30,
      oid(type),
      der(0xa0, der(0x30, der(0x02, Buffer.from([1])), der(0x31), der(0x30, oid(1), der(0xa0, der(0x04, inner))))),
    )
  const headers = 'Content-Type: application/pkcs7-mime; name="smime.p7m"\nContent-Transfer-Encoding: base64'
  const mail = await received(headers, signed(2).toString('base64'))
  expect([mail.text, mail.files.length]).toEqual(['Signed words', 0])
  const encrypted = await received(headers, signed(3).toString('base64'))
  expect([encrypted.text, encrypted.files.map(file => file.filename)]).toEqual(['', ['smime.p7m']])
})

const attribute = (id: number, data: Buffer) => {
  const begin = Buffer.alloc(9)
  begin[0] = 1
  begin.writeUInt32LE(id, 1)
  begin.writeUInt32LE(data.length, 5)
  return Buffer.concat([begin, data, Buffer.alloc(2)])
}

test('the files in a winmail.dat are those of the mail', async () => {
  const winmail = Buffer.concat([
    Buffer.from('789f3e220100', 'hex'),
    attribute(0x0002800c, Buffer.from('See the file.\0')),
    attribute(0x00069002, Buffer.alloc(14)),
    attribute(0x00018010, Buffer.from('HELLO~1.TXT\0')),
    attribute(0x0006800f, Buffer.from('hello')),
    attribute(
      0x00069005,
      Buffer.concat([
        Buffer.from('1f00073701000000', 'hex'),
        Buffer.from([20, 0, 0, 0]),
        Buffer.from('hello.txt\0', 'utf16le'),
      ]),
    ),
  ])
  const body = `--W\nContent-Type: text/plain\n\nSee the file.\n--W\nContent-Type: application/ms-tnef; name="winmail.dat"\nContent-Transfer-Encoding: base64\n\n${winmail.toString('base64')}\n--W--\n`
  const mail = await received('Content-Type: multipart/mixed; boundary=W', body)
  expect(mail.text).toBe('See the file.')
  expect(mail.files.map(file => [file.filename, file.sizeBytes])).toEqual([['hello.txt', 5]])
})

test('the words of a winmail.dat are found among its properties', async () => {
  const property = (type: number, id: number, value: Buffer) => {
    const begin = Buffer.alloc(12)
    begin.writeUInt16LE(type)
    begin.writeUInt16LE(id, 2)
    begin.writeUInt32LE(1, 4)
    begin.writeUInt32LE(value.length, 8)
    return Buffer.concat([begin, value, Buffer.alloc((4 - (value.length % 4)) % 4)])
  }
  const named = Buffer.concat([Buffer.from('03000580', 'hex'), Buffer.alloc(16), Buffer.alloc(8), Buffer.alloc(4)])
  const html = property(0x102, 0x1013, Buffer.from('<p>Open <b>Settings</b></p>'))
  const properties = Buffer.concat([Buffer.from([2, 0, 0, 0]), named, html])
  const winmail = Buffer.concat([Buffer.from('789f3e220100', 'hex'), attribute(0x00069003, properties)])
  const headers = 'Content-Type: application/ms-tnef; name="winmail.dat"\nContent-Transfer-Encoding: base64'
  expect((await received(headers, winmail.toString('base64'))).text).toBe('Open **Settings**')
  const cut = Buffer.concat([Buffer.from('789f3e220100', 'hex'), attribute(0x00069003, properties.subarray(0, 20))])
  expect((await received(headers, cut.toString('base64'))).text).toBe('')
})

/** The text compressed without a reference to earlier bytes. */
function packed(rtf: string): Buffer {
  const raw = Buffer.from(rtf, 'latin1')
  const groups = Array.from({ length: Math.ceil(raw.length / 8) }, (_, at) =>
    Buffer.concat([Buffer.from([0]), raw.subarray(at * 8, at * 8 + 8)]),
  )
  const header = Buffer.alloc(16)
  header.writeUInt32LE(raw.length, 4)
  header.write('LZFu', 8)
  return Buffer.concat([header, ...groups])
}

const fonts = String.raw`{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fswiss Arial;}{\f1\fcharset204 Arial CYR;}{\f2\fcharset128 MS Gothic;}}`

test.each([
  // Both are the examples of MS-OXRTFCP 4.1 and 4.2.
  [
    'what it refers to',
    Buffer.from(
      '2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af32068656c090020627705b06c647d0a800fa0'.replace(
        ' ',
        '',
      ),
      'hex',
    ),
    'hello world',
  ],
  [
    'a run that refers to itself',
    Buffer.from('1a0000001c0000004c5a4675e2d44b51410004205758595a0d6e7d010eb0', 'hex'),
    'WXYZWXYZWXYZWXYZWXYZ',
  ],
  [
    'text that is not compressed',
    Buffer.concat([Buffer.from('000000000d0000004d454c4100000000', 'hex'), Buffer.from('{\\rtf1 plain}')]),
    'plain',
  ],
  [
    'paragraphs and signs',
    packed(
      `${fonts}{\\*\\generator x;}{\\info{\\title no}}\\pard Caf\\'e9 \\{1\\}\\par\\b Two\\b0\\tab\\u8364? \\endash\\~3\\par}`,
    ),
    'Café {1}\nTwo\t€ – 3',
  ],
  [
    'other alphabets',
    packed(`${fonts}\\f1 \\'cf\\'f0\\'e8\\'e2\\'e5\\'f2 \\f2 \\'93\\'fa\\'96\\'7b\\par}`),
    'Привет 日本',
  ],
  ['a picture', packed(`${fonts}A{\\pict\\bin3 }{}}B}`), 'AB'],
  [
    'HTML',
    packed(
      `{\\rtf1\\ansi\\ansicpg1252\\fromhtml1 \\deff0{\\fonttbl{\\f0 Arial;}}{\\*\\htmltag18 <html>}{\\*\\htmltag64 <p>}\\htmlrtf {\\htmlrtf0 Open {\\*\\htmltag84 <b>}\\htmlrtf {\\b\\htmlrtf0 Caf\\'e9{\\*\\htmltag92 </b>}\\htmlrtf }\\htmlrtf0 {\\*\\htmltag84 &lt;}\\htmlrtf <\\htmlrtf0 x{\\*\\mhtmltag0 <a>}\\htmlrtf\\par}\\htmlrtf0 {\\*\\htmltag72 </p>}}`,
    ),
    String.raw`Open **Café**\<x`,
  ],
] as const)('the words of a winmail.dat are found in its compressed RTF: %s', async (_what, rtf, expected) => {
  const begin = Buffer.from('0201091001000000', 'hex')
  const length = Buffer.alloc(4)
  length.writeUInt32LE(rtf.length)
  const properties = Buffer.concat([
    Buffer.from([1, 0, 0, 0]),
    begin,
    length,
    rtf,
    Buffer.alloc((4 - (rtf.length % 4)) % 4),
  ])
  const headers = 'Content-Type: application/ms-tnef; name="winmail.dat"\nContent-Transfer-Encoding: base64'
  const read = async (bytes: Buffer) => {
    const winmail = Buffer.concat([Buffer.from('789f3e220100', 'hex'), attribute(0x00069003, bytes)])
    return (await received(headers, winmail.toString('base64'))).text
  }
  expect(await read(properties)).toBe(expected)
  // Whatever ends too early is read as far as it goes.
  for (const part of [0.3, 0.6, 0.9])
    expect(typeof (await read(properties.subarray(0, properties.length * part)))).toBe('string')
})

test('an image stands where the text names it, and one of the quote is known as such', async () => {
  const image = (id: string) => `--R\nContent-Type: image/png; name="${id}.png"\nContent-ID: <${id}@x>\n\npng\n`
  const html = 'Before.<br><img src="cid:one@x"><br>After.<div id="appendonsend"></div><img src="cid:logo@x">'
  const body = `--R\nContent-Type: text/html; charset=utf-8\n\n${html}\n${image('one')}${image('logo')}${image('other')}--R--\n`
  const mail = await received('Content-Type: multipart/related; boundary=R', body)
  expect(mail.text).toBe('Before.\n[cid:one@x]\nAfter.')
  expect(mail.files.map(file => [file.contentId, file.isNamed])).toEqual([
    ['one@x', true],
    ['logo@x', true],
    ['other@x', false],
  ])
})
