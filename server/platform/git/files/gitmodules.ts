import { git } from '../run.ts'
import { plainName } from './file-path.ts'

/** Whether a path names the list of submodules of its folder, in any spelling that some file system would take for it. */
export function isGitmodules(path: string): boolean {
  const name = plainName(path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1))
  return name === '.gitmodules' || /^(?:gitmod~[1-4]|[gi7eba]{0,6}~[1-9]\d{0,6})$/.test(name)
}

/** A longer list of submodules is not written by people; reading it would hold up other requests. */
const mostBytes = 1_000_000

/**
 * Whether git accepts a list of submodules. In a push, git checks it; a commit made on a page or by the API has only
 * this check. Git itself reads the list, as its quotes, escapes and continued lines could hide an entry from a pattern.
 *
 * @source git-fsck(1), gitmodulesName, gitmodulesPath, gitmodulesUpdate, gitmodulesUrl
 */
export async function isSafeGitmodules(content: Uint8Array): Promise<boolean> {
  if (content.byteLength > mostBytes) return false
  // A list that ends in a fault is judged by the part before it.
  const { stdout } = await git(null, ['config', '--file', '-', '--null', '--list'], { input: content, accept: [128] })
  return stdout.toString('latin1').split('\0').every(isSafeEntry)
}

/** @param entry  `submodule.name.key`, and its value behind a line break */
function isSafeEntry(entry: string): boolean {
  const [key = '', ...lines] = entry.split('\n')
  const value = lines.join('\n')
  const [first, last] = [key.indexOf('.'), key.lastIndexOf('.')]
  if (key.slice(0, first) !== 'submodule' || first === last) return true
  if (!isSafeName(key.slice(first + 1, last))) return false
  switch (key.slice(last + 1)) {
    case 'url':
      return isSafeUrl(value)
    case 'path':
      return !value.startsWith('-')
    case 'update':
      return !value.startsWith('!')
    default:
      return true
  }
}

const isSafeName = (name: string): boolean => name !== '' && !name.split(/[/\\]/).includes('..')

/** Other programs of git decode a URL, and take a line break for the end of a value. */
function isSafeUrl(url: string): boolean {
  if (url.startsWith('-')) return false
  const hasBreak = /\n|%0a/i.test(url)
  if (/^(?:\.\.?\/|git:\/\/)/.test(url)) return !hasBreak && !leavesHost(url)
  const [, bare] = /^(?:https?|ftps?)::(.*)$/s.exec(url) ?? []
  if (bare === undefined && !/^(?:https?|ftps?):\/\//.test(url)) return true
  return !hasBreak && /^[a-z][a-z\d+.-]*:\/\/(?:[^/?#]*@)?[^/?#@:]/i.test(bare ?? url)
}

/** A relative URL that goes up and then begins a host of its own. */
function leavesHost(url: string): boolean {
  const [up = ''] = /^(?:\.\.?\/)*/.exec(url) ?? []
  return up.includes('../') && /[:/]/.test(url.charAt(up.length))
}
