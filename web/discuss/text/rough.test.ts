import { expect, test } from 'vitest'
import { blocksOf, piecesOf } from './rough.ts'

test('NOTE-026 a sent text looks nearly as it will', () => {
  expect(blocksOf('One **two**\nthree\n\n> said\n\n- a\n- `b`\n\n```ts\nlet x\n```\nend')).toEqual([
    { kind: 'paragraph', lines: [[{ text: 'One ' }, { text: 'two', in: 'strong' }], [{ text: 'three' }]] },
    { kind: 'quote', lines: [[{ text: 'said' }]] },
    { kind: 'list', items: [[{ text: 'a' }], [{ text: 'b', in: 'code' }]] },
    { kind: 'code', text: 'let x' },
    { kind: 'paragraph', lines: [[{ text: 'end' }]] },
  ])
})

test('a sign that is no mark stays as it was typed', () => {
  for (const text of ['2 * 3 * 4', 'snake_case_name', '<b>no</b>', '**open', 'a__b__'])
    expect(
      piecesOf(text)
        .map(piece => piece.text)
        .join(''),
    ).toContain(text.replaceAll('__', ''))
  expect(piecesOf('snake_case_name')).toEqual([{ text: 'snake_case_name' }])
})

test('a very long text is one block', () => {
  const text = '**a** '.repeat(20_000)
  expect(blocksOf(text)).toEqual([{ kind: 'code', text }])
})
