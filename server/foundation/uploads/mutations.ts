import { gid } from '#contract/gid.ts'
import { load } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { Malformed } from '#server/errors.ts'
import { groupByRef } from '#server/foundation/namespaces/find-group.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { builder } from '#server/graphql/builder.ts'
import { mutation } from '#server/graphql/mutation.ts'
import { type FoundUpload, removeUpload, uploadBySecret } from './find.ts'

interface Deleted {
  readonly upload: FoundUpload & { readonly path: string }
}

type Maybe = string | number | null | undefined

/** The project or group of an upload. @throws Malformed  not exactly one path is given · @throws NotFound · @throws Forbidden */
async function placeOf(ctx: Context, projectPath: Maybe, groupPath: Maybe): Promise<{ readonly id: number }> {
  if ((projectPath == null) === (groupPath == null))
    throw new Malformed('Exactly one of [projectPath, groupPath] arguments is required.')
  return groupPath == null
    ? load(ctx, 'project:admin', projectByRef, { id: String(projectPath) })
    : load(ctx, 'group:admin', groupByRef, { id: String(groupPath) })
}

/** @source graphql.md 9.8: `uploadDelete` */
export function uploadsMutations(): void {
  const FileUpload = builder.objectRef<Deleted['upload']>('FileUpload').implement({
    description: 'A file that was uploaded to a project or group.',
    fields: t => ({
      id: t.id({ nullable: false, resolve: ({ id }) => gid('Upload', id) }),
      path: t.exposeString('path', { nullable: false }),
      size: t.int({ nullable: false, resolve: ({ sizeBytes }) => sizeBytes }),
    }),
  })
  mutation('uploadDelete', {
    description: 'Delete an uploaded file.',
    input: t => ({
      projectPath: t.id(),
      groupPath: t.id(),
      secret: t.string({ required: true }),
      filename: t.string({ required: true }),
    }),
    run: async (ctx, { projectPath, groupPath, secret, filename }): Promise<Deleted> => {
      const { id } = await placeOf(ctx, projectPath, groupPath)
      const upload = await uploadBySecret(ctx, id, { secret, filename })
      await removeUpload(ctx, id, upload)
      return { upload: { ...upload, path: `${secret}/${filename}` } }
    },
    payload: t => ({ upload: t.field({ type: FileUpload, resolve: ({ upload }) => upload ?? null }) }),
  })
}
