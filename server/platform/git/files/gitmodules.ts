const words = {
  // An option in place of a URL or path, or a command.
  values: /^[ \t]*(?:(?:url|path)[ \t]*=[ \t]*"?-|update[ \t]*=[ \t]*"?!|url[ \t]*=.*\\n)/im,
  names: /^[ \t]*\[submodule[ \t]+"(?:[^"\\]|\\.)*"\]/gim,
} as const

/** Whether a path names the list of submodules of its folder, however a file system may spell it. */
export const isGitmodules = (path: string): boolean =>
  path.slice(path.lastIndexOf('/') + 1).toLowerCase() === '.gitmodules'

/**
 * Whether git accepts a list of submodules. In a push, git checks it; a commit made on a page or by the API has only this check.
 *
 * @source git-fsck(1), gitmodulesName, gitmodulesPath, gitmodulesUpdate, gitmodulesUrl
 */
export function isSafeGitmodules(content: Uint8Array): boolean {
  const text = Buffer.from(content).toString('latin1')
  if (words.values.test(text)) return false
  return (text.match(words.names) ?? []).every(head => !/(?:["/\\]|^)\.\.(?:["/\\]|$)/.test(head))
}
