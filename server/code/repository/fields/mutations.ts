import { load } from '#server/access/load.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { builder } from '#server/graphql/builder.ts'
import { type InputFields, mutation } from '#server/graphql/mutation.ts'
import { readCommits } from '#server/platform/git/cat-file.ts'
import { pushableByRef } from '../../collaboration/pushable.ts'
import { pipelineMarks } from '../../pipelines/head-pipeline.ts'
import { pipelinePath } from '../../pipelines/present.ts'
import { readActions } from '../files/actions.ts'
import { presentCommit } from '../present.ts'
import { dropBranch, makeBranch } from '../refs/branches.ts'
import { dropRef } from '../refs/refs.ts'
import { makeTag } from '../refs/tags.ts'
import { commitChange } from '../write.ts'
import { Commit, type CommitNode } from './commit.ts'

/** A branch or a tag. */
interface RefNode {
  readonly name: string
  readonly message?: string | null
  readonly commit: CommitNode | null
}

const named = (t: InputFields) => ({ projectPath: t.id({ required: true }), name: t.string({ required: true }) })
const made = (t: InputFields) => ({ ...named(t), ref: t.string({ required: true }) })

/** The mutations of branches, tags and files. @source graphql.md 9.8 */
export function repositoryMutations(): void {
  const Branch = builder.objectRef<RefNode>('Branch').implement({
    description: 'A branch.',
    fields: t => ({
      name: t.exposeString('name', { nullable: false }),
      commit: t.field({ type: Commit, resolve: branch => branch.commit }),
    }),
  })
  const Tag = builder.objectRef<RefNode>('Tag').implement({
    description: 'A tag.',
    fields: t => ({
      name: t.exposeString('name', { nullable: false }),
      message: t.string({ resolve: tag => tag.message ?? null }),
      commit: t.field({ type: Commit, resolve: tag => tag.commit }),
    }),
  })
  const Mode = builder.enumType('CommitActionMode', {
    values: {
      CREATE: { value: 'create' },
      DELETE: { value: 'delete' },
      MOVE: { value: 'move' },
      UPDATE: { value: 'update' },
      CHMOD: { value: 'chmod' },
    } as const,
  })
  const Encoding = builder.enumType('CommitEncoding', {
    values: { TEXT: { value: 'text' }, BASE64: { value: 'base64' } } as const,
  })
  const Action = builder.inputType('CommitAction', {
    description: 'A change of one file.',
    fields: t => ({
      action: t.field({ type: Mode, required: true }),
      filePath: t.string({ required: true }),
      previousPath: t.string(),
      content: t.string(),
      encoding: t.field({ type: Encoding }),
      executeFilemode: t.boolean(),
      lastCommitId: t.string(),
    }),
  })

  mutation('createBranch', {
    description: 'Create a branch.',
    transaction: 'own',
    input: made,
    run: async (ctx, { projectPath, name, ref }): Promise<{ branch: RefNode }> => {
      const project = await load(ctx, 'project:push-code', projectByRef, { id: projectPath })
      // The fields of a branch are built here, not by PostgreSQL as text.
      return { branch: (await makeBranch(ctx, project, name, ref)) as RefNode }
    },
    payload: t => ({ branch: t.field({ type: Branch, resolve: ({ branch }) => branch ?? null }) }),
  })
  mutation('branchDelete', {
    description: 'Delete a branch.',
    transaction: 'own',
    input: named,
    run: async (ctx, { projectPath, name }) => {
      const project = await load(ctx, 'project:push-code', projectByRef, { id: projectPath })
      await dropBranch(ctx, project, name)
      return {}
    },
    payload: t => ({
      branch: t.field({
        type: Branch,
        description: 'Always null, because the branch was deleted.',
        resolve: () => null,
      }),
    }),
  })
  mutation('tagCreate', {
    description: 'Create a tag.',
    transaction: 'own',
    input: t => ({ ...made(t), message: t.string() }),
    run: async (ctx, { projectPath, name, ref, message }): Promise<{ tag: RefNode }> => {
      const project = await load(ctx, 'project:push-code', projectByRef, { id: projectPath })
      // The fields are built as for a branch.
      return { tag: (await makeTag(ctx, project, { name, target: ref, message: message ?? undefined })) as RefNode }
    },
    payload: t => ({ tag: t.field({ type: Tag, resolve: ({ tag }) => tag ?? null }) }),
  })
  mutation('tagDelete', {
    description: 'Delete a tag.',
    transaction: 'own',
    input: named,
    run: async (ctx, { projectPath, name }) => {
      const project = await load(ctx, 'project:push-code', projectByRef, { id: projectPath })
      await dropRef(ctx, project, 'tag', name)
      return {}
    },
    payload: t => ({
      tag: t.field({ type: Tag, description: 'Always null, because the tag was deleted.', resolve: () => null }),
    }),
  })
  mutation('commitCreate', {
    description: 'Commit changes of files to a branch.',
    transaction: 'own',
    input: t => ({
      projectPath: t.id({ required: true }),
      branch: t.string({ required: true }),
      message: t.string({ required: true }),
      startBranch: t.string(),
      allowEmpty: t.boolean(),
      actions: t.field({ type: [Action] }),
    }),
    run: async (ctx, { projectPath, branch, message, startBranch, allowEmpty, actions }) => {
      const project = await load(ctx, 'project:push-branch', pushableByRef, { id: projectPath })
      const given = (actions ?? []).map(({ action, filePath, ...rest }) => ({
        action,
        filePath,
        // Null values are left out.
        ...(Object.fromEntries(Object.entries(rest).filter(([, value]) => value != null)) as {
          readonly [Name in keyof typeof rest]?: NonNullable<(typeof rest)[Name]>
        }),
      }))
      const { dir, commitId } = await commitChange(ctx, project, {
        branch,
        message,
        actions: await readActions(given),
        startBranch: startBranch ?? undefined,
        allowEmpty: allowEmpty ?? undefined,
      })
      const [commit] = await readCommits(dir, [commitId])
      const content = given.flatMap(each => each.content ?? [])
      return { project, commit: commit == null ? null : presentCommit(ctx, project, commit), content }
    },
    payload: t => ({
      commit: t.field({ type: Commit, resolve: ({ commit }) => commit ?? null }),
      content: t.stringList({ resolve: ({ content }) => content ?? null }),
      commitPipelinePath: t.string({
        description: 'Path of the newest pipeline of the commit. Null until a status is reported for the commit.',
        resolve: async ({ project, commit }, _args, { weft }) => {
          if (project === undefined || commit == null) return null
          const pipeline = (await pipelineMarks(weft, project.id, [commit.id])).get(commit.id)
          return pipeline === undefined ? null : pipelinePath(project.fullPath, pipeline.id)
        },
      }),
    }),
  })
}
