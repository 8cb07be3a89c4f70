/** The number of emoji that the picker shows in a row. @source EMOJI-009 */
const maxRemembered = 9
const cookieName = 'frequently_used_emojis'
const keptSeconds = 365 * 24 * 60 * 60

/**
 * Names as one cookie keeps them: whole, known and once each.
 *
 * @param written    comma-separated
 * @param canonical  the emoji's own name for any of its names; undefined for what is none
 * @source EMOJI-010, EMOJI-011
 */
export function namesIn(written: string, canonical: (name: string) => string | undefined): readonly string[] {
  const names = written.split(',').flatMap(each => canonical(each.trim().toLowerCase().replace(/^:|:$/g, '')) ?? [])
  return [...new Set(names)].slice(0, maxRemembered)
}

/** The names with one more in front, nine at most. */
export const withName = (names: readonly string[], name: string): readonly string[] =>
  [name, ...names.filter(each => each !== name)].slice(0, maxRemembered)

/** The unchecked names in the cookie. */
export function writtenNames(): string {
  const found = document.cookie.split('; ').find(each => each.startsWith(`${cookieName}=`))
  const value = found?.slice(cookieName.length + 1) ?? ''
  try {
    return decodeURIComponent(value)
  } catch {
    return ''
  }
}

export function writeNames(names: readonly string[]): void {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the requirement names a cookie, and not every browser has another way to it
  document.cookie = `${cookieName}=${names.join(',')}; path=/; max-age=${keptSeconds}; samesite=lax${secure}`
}

const toneKey = 'weft.emoji-tone'

/** The skin tone used last on this device: 0 none, 1 light to 5 dark. */
export function keptTone(): number {
  try {
    const tone = Number(localStorage.getItem(toneKey))
    return Number.isInteger(tone) && tone >= 0 && tone <= 5 ? tone : 0
  } catch {
    return 0
  }
}

export function keepTone(tone: number): void {
  try {
    localStorage.setItem(toneKey, String(tone))
  } catch {
    // Without storage it holds as long as the picker is open.
  }
}
