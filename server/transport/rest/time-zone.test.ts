import { expect, test, vi } from 'vitest'
import { timeZoneOf } from './time-zone.ts'

test('the time zone of a request is that of its header, else that of its cookie', () => {
  const of = (header: string | undefined, cookie?: string) =>
    timeZoneOf({
      headers: header === undefined ? {} : { 'time-zone': header },
      cookies: cookie === undefined ? {} : { weft_reader: cookie },
    })
  expect(of(undefined)).toBeNull()
  expect(of('Asia/Tokyo', 'Europe/Berlin|en|')).toBe('Asia/Tokyo')
  expect(of('europe/berlin')).toBe('europe/berlin')
  expect(of('Nowhere/Else', 'Europe/Berlin|en|')).toBe('Europe/Berlin')
  expect(of(undefined, 'Nowhere/Else|en|')).toBe('UTC')
  expect(of(undefined, 'europe/berlin|en|')).toBe('europe/berlin')
})

test('the time zone that a browser names is known without trying it out', () => {
  const tried = vi.spyOn(Intl, 'DateTimeFormat')
  timeZoneOf({ headers: { 'time-zone': 'Asia/Tokyo' }, cookies: {} })
  timeZoneOf({ headers: {}, cookies: { weft_reader: 'Europe/Berlin|en|' } })
  expect(tried).not.toHaveBeenCalled()
  tried.mockRestore()
})
