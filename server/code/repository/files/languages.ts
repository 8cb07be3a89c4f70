import { ByteCache, bytesOf } from '#server/platform/caches/byte-cache.ts'
import { fileSizes } from '#server/platform/git/files/file-sizes.ts'
import { languageOf } from './language.ts'

export interface Share {
  readonly name: string
  /** 0 to 100, two decimals. */
  readonly percent: number
}

const known = new ByteCache<string, readonly Share[]>({
  name: 'languages',
  maxBytes: 1024 * 1024,
  sizeOf: (shares, key) => bytesOf(shares) + bytesOf(key),
})
const running = new Map<string, Promise<readonly Share[]>>()

/** The languages of a commit's files by share of bytes, largest first. Counted once for each commit. */
export function languagesOf(dir: string, commitId: string): Promise<readonly Share[]> {
  const key = `${dir}\0${commitId}`
  const found = known.get(key)
  if (found !== undefined) return Promise.resolve(found)
  const started = running.get(key) ?? count(dir, commitId)
  running.set(key, started)
  return started
    .then(shares => {
      known.set(key, shares)
      return shares
    })
    .finally(() => running.delete(key))
}

/** The languages counted already; otherwise the counting begins, for the next caller. */
export function knownLanguages(dir: string, commitId: string): readonly Share[] {
  const found = known.get(`${dir}\0${commitId}`)
  // No caller waits for it here; a failure appears when one does.
  if (found === undefined) languagesOf(dir, commitId).catch(() => undefined)
  return found ?? []
}

async function count(dir: string, commitId: string): Promise<readonly Share[]> {
  const bytes = new Map<string, number>()
  let total = 0
  for await (const batch of fileSizes(dir, commitId)) {
    for (const { path, sizeBytes } of batch) {
      if (isVendored(path)) continue
      const language = languageOf(path)
      if (language === null || !language.counts) continue
      total += sizeBytes
      bytes.set(language.name, (bytes.get(language.name) ?? 0) + sizeBytes)
    }
  }
  return [...bytes]
    .sort(([, one], [, other]) => other - one)
    .map(([name, size]) => ({ name, percent: Math.round((size / total) * 10_000) / 100 }))
    .filter(share => share.percent > 0)
}

/** Vendored and generated files say nothing about a project. */
const isVendored = (path: string): boolean =>
  /(^|\/)(node_modules|vendor|third_party|dist|build)\/|\.min\.(js|css)$|(^|\/)(package-lock\.json|yarn\.lock)$/.test(
    path,
  )
