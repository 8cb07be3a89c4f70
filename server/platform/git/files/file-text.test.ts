import { expect, test } from 'vitest'
import { type Encoding, fileText } from './file-text.ts'

const wide = (text: string) => Buffer.from(text, 'utf16le')
const hex = (...bytes: readonly string[]) => Buffer.from(bytes.join(''), 'hex')

test.each<[Encoding, string, Buffer]>([
  ['utf-8', 'naïve ☃\n', Buffer.from('naïve ☃\n')],
  ['windows-1252', 'Größe: café, Müller, 5 €\n', hex('4772f6df653a20636166e92c204dfc6c6c65722c203520800a')],
  ['shift_jis', '日本語のテキストです。\n', hex('93fa967b8cea82cc8365834c8358836782c582b781420a')],
  ['gb18030', '中文文件，这是测试。\n', hex('d6d0cec4cec4bcfea3acd5e2cac7b2e2cad4a1a30a')],
  ['euc-jp', 'これはテストです\n', hex('a4b3a4eca4cfa5c6a5b9a5c8a4c7a4b90a')],
  ['euc-kr', '한국어 파일입니다\n', hex('c7d1b1b9beee20c6c4c0cfc0d4b4cfb4d90a')],
  ['windows-1251', 'Привет, мир\n', hex('cff0e8e2e5f22c20ece8f00a')],
  ['utf-16le', 'with a mark ☃\n', Buffer.concat([hex('fffe'), wide('with a mark ☃\n')])],
  ['utf-16be', 'with a mark ☃\n', Buffer.concat([hex('feff'), wide('with a mark ☃\n').swap16()])],
  ['utf-16le', 'without a mark\r\n', wide('without a mark\r\n')],
])('a file in %s is read by detection: %j', (encoding, text, content) => {
  expect(fileText(content)).toEqual({ text, encoding })
})

test('a file in UTF-8 with one bad byte is still read as UTF-8', () => {
  const content = Buffer.concat([Buffer.from('naïve café, Größe ☃ '), hex('ff'), Buffer.from('\n')])
  expect(fileText(content)).toEqual({ text: 'naïve café, Größe ☃ \ufffd\n', encoding: 'utf-8' })
})

test.each([
  ['a picture', hex('89504e470d0a1a0a0000000d49484452')],
  ['small numbers of two bytes', hex('0100020003000400050006000700')],
])('%s is binary', (_what, content) => {
  expect(fileText(content)).toBeNull()
})
