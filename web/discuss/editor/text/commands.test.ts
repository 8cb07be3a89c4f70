import { expect, test } from 'vitest'
import { partText } from './commands.ts'

const known = new Set(['close', 'label', 'remove_label'])

test.each<[string, string, readonly string[], readonly string[]]>([
  ['/close', '', ['close'], []],
  ['Text\n/label ~bug\nmore\n/close', 'Text\nmore', ['label', 'close'], []],
  ['/remove_label', '', ['remove_label'], []],
  ['/etc/passwd is read', '/etc/passwd is read', [], []],
  ['/nothing here', '/nothing here', [], ['nothing']],
  ['see /close', 'see /close', [], []],
  ['/clo', '/clo', [], []],
  ['```\n/close\n```', '```\n/close\n```', [], []],
  ['>>>\n/close\n>>>\n/close', '>>>\n/close\n>>>', ['close'], []],
  ['<!--\n/close\n-->', '<!--\n/close\n-->', [], []],
])('FORM-030 FORM-031 %j is parted into words and commands', (text, said, commands, unknown) => {
  expect(partText(text, known)).toEqual({ said, commands, unknown })
})

test('FORM-030 any line with a slash is a command while the commands are unknown', () => {
  expect(partText('/anything\nText', null)).toEqual({ said: 'Text', commands: ['anything'], unknown: [] })
})
