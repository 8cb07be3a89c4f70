import { afterEach, expect, test, vi } from 'vitest'

vi.mock('#web/api/page.ts', () => ({ embedded: { viewer: { user: { id: 7 } } } }))
const { readFlags } = await import('./flags.ts')

const holding = (text: string | null) => () => ({ getItem: () => text })

afterEach(() => {
  vi.restoreAllMocks()
})

test('DRAFT-011 storage that cannot be read holds nothing', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const throwing = () => ({
    getItem: () => {
      throw new DOMException('denied', 'SecurityError')
    },
  })
  const withoutStorage = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  expect(readFlags(throwing, 'key')).toEqual({})
  expect(readFlags(withoutStorage, 'key')).toEqual({})
  expect(readFlags(holding(null), 'key')).toEqual({})
  expect(warn).not.toHaveBeenCalled()
})

test.each(['{"12":', '[true]', '{"12":"yes"}', 'null', '7'])(
  'DRAFT-012 a stored value that is no review is ignored with a warning: %s',
  text => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    expect(readFlags(holding(text), 'weft.review.7.Issue.1')).toEqual({})
    expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('weft.review.7.Issue.1'))
  },
)

test('a stored review is read back', () => {
  expect(readFlags(holding('{"12":true,"13":false}'), 'key')).toEqual({ 12: true, 13: false })
})
