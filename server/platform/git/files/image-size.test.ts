import { expect, test } from 'vitest'
import { imageSizeOf } from './image-size.ts'

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')

test.each([
  ['PNG', '89504e470d0a1a0a 0000000d 49484452 00000280 000001e0 08020000'],
  ['GIF', '474946383961 8002 e001 f00000'],
  ['BMP', '424d 00000000 00000000 36000000 28000000 80020000 20feffff 0100'],
  ['WebP, lossy', '52494646 00000000 57454250 56503820 00000000 000000 9d012a 8002 e001'],
  ['WebP, lossless', '52494646 00000000 57454250 5650384c 00000000 2f 7fc27700 0000000000'],
  ['WebP, extended', '52494646 00000000 57454250 56503858 0a000000 00000000 7f0200 df0100'],
  ['JPEG after another segment', 'ffd8 ffe00004 0000 ffc20011 08 01e0 0280 03'],
])('IMGDIFF-001 the size of an image is read from its header: %s', (_format, bytes) => {
  expect(imageSizeOf(hex(bytes))).toEqual({ width: 640, height: 480 })
})

test.each([
  ['nothing', ''],
  ['text', '3c7376673e'],
  ['a PNG that is cut', '89504e470d0a1a0a 0000000d'],
  ['a JPEG whose segments end', 'ffd8 ffe00004 0000'],
  ['a JPEG with a segment of no length', 'ffd8 ffe00000 0000 0000 0000'],
  ['a GIF without pixels', '474946383961 0000 0000'],
])('IMGDIFF-001 no size is read from %s', (_what, bytes) => {
  expect(imageSizeOf(hex(bytes))).toBe(null)
})
