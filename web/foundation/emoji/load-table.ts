import { type EmojiTable, readTable } from './emoji-table.ts'

/** The table is a file of its own, with its hash in its name: it is loaded when the first one wants it, and kept by the browser. */
export async function loadTable(): Promise<EmojiTable> {
  return readTable((await import('./emoji-table.gen.ts')).emojiTable, isDrawn)
}

const drawn = new Map<number, boolean>()

// A sign the font does not have is drawn in the colour of the text, a picture is not.
function isDrawn(version: number, example: string): boolean {
  const known = drawn.get(version)
  if (known !== undefined) return known
  const canvas = document.createElement('canvas')
  canvas.width = 16
  canvas.height = 16
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  if (pen === null) return false
  pen.textBaseline = 'top'
  pen.font = '12px sans-serif'
  pen.fillText(example, 0, 0)
  const { data } = pen.getImageData(0, 0, 16, 16)
  const isColoured = data.some((value, at) => at % 4 !== 3 && value > 0)
  drawn.set(version, isColoured)
  return isColoured
}
