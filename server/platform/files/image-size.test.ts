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
  [
    'JPEG that is shown on its side',
    'ffd8 ffe10022 457869660000 4d4d002a00000008 0001 0112 0003 00000001 0006 0000 00000000 ffc00011 08 0280 01e0 03',
  ],
  [
    'AVIF with a preview',
    '00000018 66747970 61766966 00000014 69737065 00000000 00000280 000001e0 00000014 69737065 00000000 000000a0 00000078',
  ],
  [
    'AVIF that is turned',
    '00000018 66747970 61766966 00000014 69737065 00000000 000001e0 00000280 00000009 69726f74 01',
  ],
  [
    'SVG',
    Buffer.from('<?xml version="1.0"?><svg xmlns="x" width="640px" height="480" viewBox="0 0 4 3">').toString('hex'),
  ],
  ['JPEG after another segment', 'ffd8 ffe00004 0000 ffc20011 08 01e0 0280 03'],
])('IMGDIFF-001 the size of an image is read from its header: %s', (_format, bytes) => {
  expect(imageSizeOf(hex(bytes))).toEqual({ width: 640, height: 480 })
})

test.each([
  ['nothing', ''],
  ['an SVG of any size', Buffer.from('<svg width="100%" viewBox="0 0 4 3">').toString('hex')],
  ['a JPEG whose orientation is cut', 'ffd8 ffe1000e 457869660000 4d4d002affffffff'],
  ['a PNG that is cut', '89504e470d0a1a0a 0000000d'],
  ['a JPEG whose segments end', 'ffd8 ffe00004 0000'],
  ['a JPEG with a segment of no length', 'ffd8 ffe00000 0000 0000 0000'],
  ['a GIF without pixels', '474946383961 0000 0000'],
])('IMGDIFF-001 no size is read from %s', (_what, bytes) => {
  expect(imageSizeOf(hex(bytes))).toBe(null)
})
