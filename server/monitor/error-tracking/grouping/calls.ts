import { codeLine, codeLines, type Given, longest, text } from '../event-text.ts'

/** The part of a stack that decides on the group of an error. */
export interface Calls {
  /** Function and module or file of each call, the outermost first; without line numbers, which move with each release. */
  readonly calls: readonly string[]
  /** The line of code in which the error was raised, and those of the calls around it, each with the next ones where its statement goes on. */
  readonly sources: readonly string[]
}

/** Calls of one name that show an endless recursion, in a stack that ended with it. */
const fewestOfOverflow = 3
const overflow = /maximum call stack size|maximum recursion depth|too much recursion|stack overflow/i

/**
 * The calls of a stack that are code of the application: libraries and runtimes are left out, and a recursion counts once,
 * however deep it was.
 *
 * @param frames  the outermost first
 */
export function callsOf(frames: readonly Given[], message: string): Calls {
  const own = frames.filter(frame => isInApp(frame) && isNamed(frame))
  if (overflow.test(message)) return { calls: recursionIn(own), sources: [] }
  return { calls: distinct(withinRecursion(own).map(nameOf)), sources: sourcesOf(own) }
}

/** All calls of a stack, where there is nothing else to go by. */
export const anyCallsOf = (frames: readonly Given[]): readonly string[] => distinct(frames.filter(isNamed).map(nameOf))

const distinct = (names: readonly string[]): readonly string[] => [...new Set(names)]

const pathOf = (frame: Given): string | null => text(frame.filename, longest.path) ?? text(frame.abs_path, longest.path)
const functionOf = (frame: Given): string => text(frame.function, longest.name) ?? ''

const libraries =
  /(?:^|[/\\])(?:node_modules|bower_components|site-packages|dist-packages|vendor\/bundle|gems|\.cargo)[/\\]|^node:|^internal\/|^<frozen /
const standardLibrary = /\/lib\/python\d[^/]*\/(?!site-packages|dist-packages)/

function isInApp(frame: Given): boolean {
  const path = pathOf(frame) ?? ''
  if (path.includes('-extension://')) return false
  // Calls of the client itself, which wraps the code that it watches.
  if (functionOf(frame) === 'sentryWrapped' || path.includes('/@sentry/')) return false
  // Some clients mark the standard library as a part of the application.
  if (standardLibrary.test(text(frame.abs_path, longest.path) ?? path)) return false
  return typeof frame.in_app === 'boolean' ? frame.in_app : !libraries.test(path)
}

/** Built-in functions have no file. */
const isNamed = (frame: Given): boolean => {
  const path = pathOf(frame)
  return path === null
    ? text(frame.module, 1) !== null || !unnamed.test(functionOf(frame))
    : !/^(?:<anonymous>|\[?native(?: code\])?|index \d+)$/.test(path)
}

/**
 * The calls from the first one that occurs again further in: the entry of a recursion and its depth are cut off in long
 * stacks.
 */
function withinRecursion(frames: readonly Given[]): readonly Given[] {
  const named = frames.map(frame => {
    const called = functionOf(frame)
    return unnamed.test(called) ? null : `${calledAs(called)}\n${placeOf(frame).place}`
  })
  const last = new Map(named.map((name, index) => [name, index]))
  const first = named.findIndex((name, index) => name !== null && (last.get(name) ?? index) > index)
  return first < 0 ? frames : frames.slice(first)
}

/** The functions of an endless recursion, without an order: the innermost call depends on when the stack was full. */
function recursionIn(frames: readonly Given[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const name of frames.map(nameOf)) counts.set(name, (counts.get(name) ?? 0) + 1)
  const repeated = [...counts].filter(([, count]) => count >= fewestOfOverflow).map(([name]) => name)
  return repeated.toSorted()
}

function nameOf(frame: Given): string {
  const { place, isBuilt } = placeOf(frame)
  const called = calledAs(functionOf(frame))
  // A minifier gives other short names in each build.
  const lasting = isBuilt
    ? called
        .split('.')
        .filter(part => part.length > 2)
        .join('.')
    : called
  if (lasting === '') return place === '' ? 'anonymous function' : `anonymous function in ${place}`
  return place === '' ? lasting : `${lasting} in ${place}`
}

const unnamed = /^$|^\?$|(?:^|\.)<?anonymous>?$/

/** The name of a function, without the additions of runtimes: `async Object.load [as open]` is `load`. */
function calledAs(called: string): string {
  const bare = called
    .replace(/ \[as [^\]]*\]$/, '')
    .replace(/^(?:async |new )+/, '')
    .replace(/^(?:module\.exports|exports|Object|Module|Function|Window|window|global|globalThis|self)\.(?=.)/, '')
  return unnamed.test(bare) ? '' : bare
}

/**
 * The module of a call, or else its file without origin, query and the additions of a build or a deployment to its
 * name.
 */
function placeOf(frame: Given): { readonly place: string; readonly isBuilt: boolean } {
  const path = pathOf(frame)
  const given = text(frame.module, longest.path) ?? path ?? ''
  const bare = given.replace(/^[a-z][a-z\d+.-]*:\/\/[^/]*\//i, '/').replace(/[?#].*$/, '')
  const place = bare
    .split(/([/\\])/)
    .map(withoutHash)
    .join('')
  return { place, isBuilt: /\.[cm]?js$/.test(bare) && (bare !== place || bare.includes('.min.')) }
}

const withoutHash = (segment: string): string =>
  segment
    .split(/([.-])/)
    .map(part => (isHash(part) ? '*' : part))
    .join('')
    // Vite and esbuild put eight characters there, of which any may be a hyphen.
    .replace(/-(?=[\w-]*[a-zA-Z])(?=\w*\d|[\w-]+[A-Z])[\w-]{8}(?=\.[cm]?js$)/, '-*')

const isHash = (part: string): boolean =>
  /^\d+$/.test(part) || (/^[\da-f]{6,}$/.test(part) && /\d/.test(part)) || (part.length >= 8 && isMixed(part))

const isMixed = (part: string): boolean =>
  /^[\w-]+$/.test(part) &&
  ((/\d/.test(part) && /[a-z]/.test(part) && /[A-Z]/.test(part)) ||
    /[a-z][A-Z].*[a-z][A-Z]|[A-Z]{2}.*[a-z].*[A-Z]/.test(part))

/** Longer lines, and those that the client has cut, are of a build: they change with each. */
const longestSource = 200
const mostSources = 3
const goesOn = /[([{,+\\`=]\s*$/

/** The source lines of the innermost calls; a helper that raises errors has their messages from its callers. */
function sourcesOf(frames: readonly Given[]): readonly string[] {
  const innermost = frames.slice(-mostSources).toReversed().map(sourceOf)
  return innermost[0] === null ? [] : innermost.filter(each => each !== null)
}

function sourceOf(frame: Given): string | null {
  const line = codeLine(frame.context_line)?.trim() ?? ''
  if (line === '' || line.length > longestSource || line.includes('{snip}')) return null
  const next = codeLines(Array.isArray(frame.post_context) ? frame.post_context.slice(0, 2) : [])
  const whole = [line]
  for (const each of next) {
    if (!goesOn.test(whole.at(-1) ?? '')) break
    whole.push(each.trim())
  }
  return whole.join('\n')
}
