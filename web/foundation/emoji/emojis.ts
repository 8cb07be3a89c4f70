import { queryOptions, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { sharedReading } from '#web/api/query.ts'
import { type EmojiTable, readTable } from './emoji-table.ts'

/** Those that most pages show, so that they need no table. */
const usual: Readonly<Record<string, string>> = {
  thumbsup: '👍',
  thumbsdown: '👎',
  heart: '❤️',
  tada: '🎉',
  rocket: '🚀',
  eyes: '👀',
  smile: '😄',
  laughing: '😆',
  confused: '😕',
  white_check_mark: '✅',
  clap: '👏',
  fire: '🔥',
  thinking: '🤔',
  pray: '🙏',
  raised_hands: '🙌',
  ok_hand: '👌',
  '100': '💯',
  joy: '😂',
  heart_eyes: '😍',
  sob: '😭',
  wave: '👋',
  muscle: '💪',
  sparkles: '✨',
  star: '⭐',
  x: '❌',
  warning: '⚠️',
  bug: '🐛',
  bulb: '💡',
}

/** What the first row holds until nine others were used. */
export const offeredFirst = [
  'thumbsup',
  'thumbsdown',
  'heart',
  'tada',
  'rocket',
  'eyes',
  'smile',
  'clap',
  'fire',
] as const

const table = queryOptions({
  queryKey: ['emoji table'],
  // A file of its own, with its hash in its name: it is loaded when the first one wants it, and kept by the browser.
  queryFn: async (): Promise<EmojiTable> => readTable((await import('./emoji-table.gen.ts')).emojiTable, isDrawn),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})

/** Every emoji, once something asks for it. */
export function useEmojiTable(isWanted: boolean) {
  return useQuery({ ...table, enabled: isWanted })
}

/** The sign of an emoji by any of its names; null while it is not known, and for what is none. */
export function useEmojiOf(names: readonly string[]): (name: string) => string | null {
  const isWanted = names.some(name => usual[name] === undefined)
  const data = useSyncExternalStore(isWanted ? shared.watch : unwatched, shared.now)
  return name => usual[name] ?? data?.byName.get(name)?.unicode ?? null
}

const shared = sharedReading(table)
const unwatched = () => () => {}

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
