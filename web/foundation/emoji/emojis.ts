import { queryOptions, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { sharedReading } from '#web/api/query.ts'
import type { EmojiTable } from './emoji-table.ts'

/** The emoji that most pages show, so that they need no table. */
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

/** The first row until nine other emoji were used. */
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
  queryFn: async (): Promise<EmojiTable> => (await import('./load-table.ts')).loadTable(),
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
  const data = useSyncExternalStore(isWanted ? shared.watch : unwatched, shared.now, shared.first)
  return name => usual[name] ?? data?.byName.get(name)?.unicode ?? null
}

const shared = sharedReading(table)
const unwatched = () => () => {}
