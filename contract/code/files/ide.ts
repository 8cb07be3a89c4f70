import { Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { Nullable } from '#contract/shapes.ts'
import { CodePlace, CodeRef, codeBlobPage, onPath } from '../code-pages.ts'

const operation = operationsOf('Code pages')

const { file, text } = codeBlobPage.reply.properties

export const codeIdePage = operation({
  name: 'codeIdePage',
  summary: 'Get data for the Web IDE, including the open file',
  at: 'GET /-/pages/code_ide',
  input: Type.Object(onPath),
  reply: Type.Object({
    place: CodePlace,
    ref: CodeRef,
    /** The path of the file or folder; empty for the root. */
    path: Type.String(),
    /** Null if the branch has no file there; the editor may hold a new one. */
    blob: Nullable(Type.Object({ file, text })),
    isFolder: Type.Boolean(),
  }),
})

export const codeFolderFiles = operation({
  name: 'codeFolderFiles',
  summary: 'List the files in a folder and its subfolders',
  at: 'GET /:namespace/-/folder_files',
  input: Type.Object(onPath),
  reply: Type.Object({
    /** The tree of the folder. */
    treeId: Type.String(),
    files: Type.Array(Type.Object({ path: Type.String(), id: Type.String() })),
    /** More than 1,000 files were left out. */
    isCut: Type.Boolean(),
    hasSubmodules: Type.Boolean(),
  }),
})
