/** Names git would take but that would be mistaken for something else in an address or a command. */
const reserved = new Set(['HEAD', '@', 'FETCH_HEAD', 'ORIG_HEAD', 'MERGE_HEAD'])
const maxBytes = 244

/**
 * May a branch or a tag have this short name?
 *
 * @source git-check-ref-format(1) for `refs/heads/<name>`; product rule "valid ref": no 40 hex digits, no leading hyphen
 */
export function validRefName(name: string): boolean {
  return (
    isSafeRefPath(name) &&
    !name.startsWith('-') &&
    !reserved.has(name) &&
    !name.startsWith('refs/') &&
    !/^[0-9a-f]{40}$/i.test(name)
  )
}

/** The names that git itself allows after `refs/heads/`: enough to name an existing ref without surprises. */
export function isSafeRefPath(name: string): boolean {
  if (name === '' || name.endsWith('.') || Buffer.byteLength(name) > maxBytes || !name.isWellFormed()) return false
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  if (/[\x00-\x20\x7f~^:?*[\\]|\.\.|@\{/.test(name)) return false
  return name.split('/').every(part => part !== '' && !part.startsWith('.') && !part.endsWith('.lock'))
}
