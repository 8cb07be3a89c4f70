import { type ChangedFile, type ChangedFiles, changedFiles } from '#server/platform/git/commits/changed-files.ts'
import type { Diff, FileDiff } from '#server/platform/git/commits/diff.ts'
import type { DiffSource } from './diff-source.ts'
import { type Patch, patchesOf } from './patches.ts'

type Source = Pick<DiffSource, 'dir' | 'from' | 'to' | 'ignoreWhitespace'>

/** git takes UTF-16 for binary. So many files of a diff are looked into whether they are a text: each is read. */
const maxLookedInto = 50
/** Names of files that are never text: images, archives and programs are not read. */
const neverText =
  /\.(?:png|jpe?g|gif|webp|avif|ico|bmp|tiff?|psd|pdf|zip|gz|tgz|bz2|xz|zst|7z|rar|jar|war|class|exe|dll|so|dylib|a|o|obj|bin|wasm|woff2?|ttf|otf|eot|mp[34]|m4[av]|mov|avi|webm|og[agv]|wav|flac|docx?|xlsx?|pptx?|sqlite|db)$/i

/** The changes of the files that git takes for binary and that are a text in another charset. */
async function decodedPatches<T extends ChangedFile>(source: Source, files: readonly T[]): Promise<Map<T, Patch>> {
  const asked = files
    .filter(file => file.binary && file.oldId !== file.newId && !neverText.test(file.newPath))
    .slice(0, maxLookedInto)
  const patches = await patchesOf(source, asked)
  return new Map(
    asked.flatMap((file, index) => {
      const patch = patches[index]
      return patch === undefined || patch.isBinary ? [] : [[file, patch] as const]
    }),
  )
}

/** The changed files of a diff, with the counts of those in other charsets. */
export async function filesOf(source: Source): Promise<ChangedFiles> {
  const { dir, from, to, ignoreWhitespace } = source
  const changes = await changedFiles(dir, from, to, { ignoreWhitespace })
  const decoded = await decodedPatches(source, changes.files)
  if (decoded.size === 0) return changes
  return {
    ...changes,
    files: changes.files.map(file => {
      const patch = decoded.get(file)
      return patch === undefined
        ? file
        : { ...file, binary: false, additions: patch.addedLines, deletions: patch.removedLines }
    }),
  }
}

/** A diff with the lines of files in other charsets, as pages show them. */
export async function withDecodedLines(source: Source, changes: Diff): Promise<Diff> {
  const decoded = await decodedPatches(source, changes.files)
  if (decoded.size === 0) return changes
  return {
    ...changes,
    files: changes.files.map((file): FileDiff => {
      const patch = decoded.get(file)
      return patch === undefined
        ? file
        : {
            ...file,
            binary: false,
            diff: patch.text,
            collapsed: file.collapsed || patch.isOver,
            additions: patch.addedLines,
            deletions: patch.removedLines,
          }
    }),
  }
}
