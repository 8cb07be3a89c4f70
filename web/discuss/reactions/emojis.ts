import { useQuery } from '@tanstack/react-query'
import { completeEmojis } from '#web/api/operations.gen.ts'
import { reading } from '#web/api/query.ts'

/** Those that most pages show, so that they need no list. */
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
}

export const offeredFirst: readonly string[] = [
  'thumbsup',
  'thumbsdown',
  'heart',
  'tada',
  'rocket',
  'eyes',
  'smile',
  'clap',
  'fire',
]

/** Every emoji the server knows, asked for once. */
export function useEmojis(namespace: string, enabled: boolean) {
  return useQuery({ ...reading(completeEmojis, { namespace }), staleTime: Number.POSITIVE_INFINITY, enabled })
}

/** The character of an emoji's name; null until it is known. */
export function useEmojiOf(namespace: string, names: readonly string[]): (name: string) => string | null {
  const { data } = useEmojis(
    namespace,
    names.some(name => usual[name] === undefined),
  )
  return name => usual[name] ?? data?.find(emoji => emoji.name === name)?.unicode ?? null
}

const storageKey = 'weft.emoji'
const rememberedAtMost = 9

/** The names used last on this browser, the latest first. @source 001 §9 */
export function recentEmojis(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(stored) ? stored.filter(each => typeof each === 'string').slice(0, rememberedAtMost) : []
  } catch {
    return []
  }
}

export function rememberEmoji(name: string): void {
  try {
    const next = [name, ...recentEmojis().filter(each => each !== name)].slice(0, rememberedAtMost)
    localStorage.setItem(storageKey, JSON.stringify(next))
  } catch {
    // Without storage nothing is remembered.
  }
}
