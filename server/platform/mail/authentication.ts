/**
 * Whether the mail server before this one found that the sender of a mail is not the one it names.
 *
 * @param results  values of `Authentication-Results`, the newest first: only those of the server that is trusted count, and of these only
 *   the newest, as a sender can add others below it
 * @param server  the name that the trusted server begins its results with; undefined if none is trusted
 * @param from  the address in the `From` of the mail
 * @source RFC 8601, RFC 7489 section 3.1 (alignment)
 */
export function isForged(results: readonly string[], server: string | undefined, from: string): boolean {
  if (server === undefined) return false
  const [newest] = results.map(readResults).filter(read => read.server === server.toLowerCase())
  if (newest === undefined) return false
  const dmarc = newest.methods.find(({ method }) => method === 'dmarc')
  if (dmarc !== undefined && dmarc.result !== 'none') return dmarc.result !== 'pass'
  const domain = from.slice(from.lastIndexOf('@') + 1).toLowerCase()
  const checks = newest.methods.filter(({ method }) => method === 'spf' || method === 'dkim')
  const passes = checks.some(
    ({ result, domains }) => result === 'pass' && domains.some(each => isAligned(each, domain)),
  )
  return !passes && checks.some(({ result }) => /^(?:fail|softfail|hardfail|permerror|policy|pass)$/.test(result))
}

interface MethodResult {
  readonly method: string
  readonly result: string
  /** The domains that were checked. */
  readonly domains: readonly string[]
}

function readResults(value: string): { readonly server: string; readonly methods: readonly MethodResult[] } {
  const [first = '', ...rest] = withoutComments(value.toLowerCase()).split(';')
  const methods = rest.flatMap(part => {
    const found = /^\s*([a-z0-9-]+)(?:\/\d+)?\s*=\s*([a-z]+)/.exec(part)
    if (found === null) return []
    const domains = [...part.matchAll(/\b(?:smtp\.mailfrom|header\.d|header\.i)\s*=\s*"?([^\s;"]+)"?/g)]
    return [
      { method: found[1] ?? '', result: found[2] ?? '', domains: domains.map(([, of = '']) => of.replace(/^.*@/, '')) },
    ]
  })
  return { server: first.trim().split(/\s+/)[0] ?? '', methods }
}

/** Comments nest. */
function withoutComments(text: string): string {
  let depth = 0
  let kept = ''
  for (const character of text) {
    if (character === '(') depth += 1
    else if (character === ')' && depth > 0) depth -= 1
    else if (depth === 0) kept += character
  }
  return kept
}

/** Relaxed: one may be a subdomain of the other. */
const isAligned = (checked: string, from: string): boolean =>
  checked === from || checked.endsWith(`.${from}`) || (from.endsWith(`.${checked}`) && checked.includes('.'))
