import { expect, test } from 'vitest'
import { csvRow, readCell } from './csv.ts'
import { csvReader, MalformedCsv, separatorOf } from './csv-reader.ts'

const rowsOf = (text: string, pieces = text.length) => {
  const reader = csvReader(separatorOf(text))
  const rows = []
  for (let at = 0; at < text.length; at += pieces) rows.push(...reader.push(text.slice(at, at + pieces)))
  return [...rows, ...reader.end()]
}

test.each<[string, string, readonly (readonly [number, readonly string[]])[]]>([
  [
    'commas',
    'a,b\n1,2\n',
    [
      [1, ['a', 'b']],
      [2, ['1', '2']],
    ],
  ],
  [
    'semicolons',
    'a;b\r\n"1,5";2',
    [
      [1, ['a', 'b']],
      [2, ['1,5', '2']],
    ],
  ],
  [
    'tabs',
    'a\tb, or c\td\n1\t2\t3\n',
    [
      [1, ['a', 'b, or c', 'd']],
      [2, ['1', '2', '3']],
    ],
  ],
  [
    'quoted line breaks',
    'a,b\n"1\r\n\r\n1",2\n3,4\n',
    [
      [1, ['a', 'b']],
      [2, ['1\r\n\r\n1', '2']],
      [5, ['3', '4']],
    ],
  ],
  [
    'doubled quotes',
    'a,b\n"say ""hi""",""\n',
    [
      [1, ['a', 'b']],
      [2, ['say "hi"', '']],
    ],
  ],
  [
    'quotes inside of a word',
    'a,b\n5" wide,"c"d\n',
    [
      [1, ['a', 'b']],
      [2, ['5" wide', 'cd']],
    ],
  ],
  [
    'blank lines',
    'a,b\n\n\r\n1,2\r\r3,4',
    [
      [1, ['a', 'b']],
      [4, ['1', '2']],
      [6, ['3', '4']],
    ],
  ],
  [
    'empty cells',
    'a,b\n,\n',
    [
      [1, ['a', 'b']],
      [2, ['', '']],
    ],
  ],
])('LIST-006 %s are read, in whatever pieces they come', (_what, text, expected) => {
  for (const pieces of [text.length, 1, 2, 3])
    expect(rowsOf(text, pieces).map(({ line, cells }) => [line, cells])).toEqual(expected)
})

test('LIST-005 a quoted field that is not closed is told with its line', () => {
  expect(() => rowsOf('a,b\n1,"2\n3,4\n')).toThrow(new MalformedCsv('Line 2: a quoted field is not closed'))
})

test.each(['=1+1', "'=1", "''-x", '-5', "'-5", '- list', "'quoted'", 'two\nlines', 'a "b", c', '@ann', '\tx', ''])(
  'LIST-009 the cell %j is read as it was before it was written',
  text => {
    const [row] = rowsOf(csvRow([text, 'end']))
    expect(readCell(row?.cells[0] ?? '')).toBe(text)
  },
)
