import { expect, test } from 'vitest'
import { pointAt } from '../diff/images/image-point.ts'
import { nameOfPlace, positionAt, readPlaceName } from './form-place.ts'

const fileHash = 'd'.repeat(40)
const refs = { baseSha: 'a', startSha: 'b', headSha: 'c' }
const paths = { oldPath: 'logo.png', newPath: 'logo.png' }
// A quarter of the width and half of the height, of an image that is shown at half of its size.
const point = pointAt({ x: 40, y: 50 }, { width: 160, height: 100 }, { width: 320, height: 200 })

test('IMGDIFF-008 IMGDIFF-012 the form of a clicked point knows it in pixels of the image and in percent of its shown size', () => {
  const place = { fileHash, on: 'point', ...point } as const
  expect(place).toEqual({ fileHash, on: 'point', width: 320, height: 200, x: 80, y: 100, xPercent: 25, yPercent: 50 })
  expect(readPlaceName(nameOfPlace(place))).toEqual(place)
  expect(positionAt(place, refs, paths)).toEqual({
    ...refs,
    ...paths,
    positionType: 'image',
    width: 320,
    height: 200,
    x: 80,
    y: 100,
  })
})

test('IMGDIFF-008 a point beside the image counts as its edge', () => {
  expect(pointAt({ x: -3, y: 101 }, { width: 160, height: 100 }, { width: 320, height: 200 })).toMatchObject({
    x: 0,
    y: 200,
    xPercent: 0,
    yPercent: 100,
  })
})
