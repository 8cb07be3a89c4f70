import type { ChangedFile } from '#server/platform/git/commits/changed-files.ts'

/** What is shown of a submodule; its repository is elsewhere, so that its commits have no address here. @param file null: none */
export function submoduleOf(file: Pick<ChangedFile, 'aMode' | 'bMode' | 'oldId' | 'newId'> | null) {
  const [oldSha, newSha] =
    file === null
      ? [null, null]
      : [file.aMode === '160000' ? file.oldId : null, file.bMode === '160000' ? file.newId : null]
  return {
    submodule: file !== null,
    submoduleTreeUrl: null,
    submoduleLink: null,
    submoduleCompare: oldSha === null || newSha === null ? null : { oldSha, newSha, url: null },
  }
}
