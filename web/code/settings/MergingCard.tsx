import { mergeRequestSettingsPage, updateProject } from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { chosenFrom, DraftOverlaps, type FieldLabels } from '#web/foundation/OverlapBanner.tsx'
import { saveProblem } from '#web/foundation/problems.ts'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form, FormActions } from '#web/ui/forms/Form.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import type { MergeRequestSettings } from './merge-request-settings.ts'

type Merging = MergeRequestSettings['merging']

const methods = [
  { value: 'merge', label: 'Merge commit' },
  { value: 'rebase_merge', label: 'Merge commit with semi-linear history' },
  { value: 'ff', label: 'Fast-forward merge' },
] as const satisfies readonly { readonly value: Merging['mergeMethod']; readonly label: string }[]

const methodHints: Readonly<Record<Merging['mergeMethod'], string>> = {
  merge: 'Every merge creates a merge commit.',
  rebase_merge: 'Every merge creates a merge commit, and the source branch must be up to date with the target branch.',
  ff: 'No merge commits. The source branch must be up to date with the target branch.',
}

const squashing = [
  { value: 'never', label: 'Never' },
  { value: 'default_off', label: 'Optional, off by default' },
  { value: 'default_on', label: 'Optional, on by default' },
  { value: 'always', label: 'Always' },
] as const satisfies readonly { readonly value: Merging['squashOption']; readonly label: string }[]

const checks = [
  ['onlyAllowMergeIfPipelineSucceeds', 'Pipelines must succeed', null],
  ['onlyAllowMergeIfAllDiscussionsAreResolved', 'All threads must be resolved', null],
  [
    'resolveOutdatedDiffDiscussions',
    'Resolve outdated threads automatically',
    'Pushing a change to the commented lines resolves the thread.',
  ],
  ['removeSourceBranchAfterMerge', 'Delete source branches by default', 'Can be changed on each merge request.'],
  [
    'autocloseReferencedIssues',
    'Close referenced issues',
    'Merging into the default branch closes issues that the merge request references with “Closes #1”.',
  ],
  [
    'attentionRequestsEnabled',
    'Attention requests',
    'Members can request attention from assignees and reviewers of a merge request.',
  ],
] as const

const labels: FieldLabels<Merging> = {
  mergeMethod: chosenFrom<Merging['mergeMethod']>('Merge method', methods),
  squashOption: chosenFrom<Merging['squashOption']>('Squash commits when merging', squashing),
  // One entry for each check.
  ...(Object.fromEntries(checks.map(([name, label]) => [name, label])) as Record<(typeof checks)[number][0], string>),
  filePreviewUrl: 'File preview URL',
  filePreviewPaths: 'Previewed paths',
}

interface MergingCardProps {
  readonly projectId: number
  readonly merging: Merging
}

/** The merge methods, and the conditions of a merge. */
export function MergingCard({ projectId: id, merging }: MergingCardProps) {
  const draft = useDraft<Merging>(merging)
  const { values } = draft
  const save = useOperation(updateProject, {
    refreshes: [mergeRequestSettingsPage],
    onSuccess: (_, sent) => {
      draft.saved(sent)
      showToast('Merge settings saved')
    },
  })
  return (
    <Card title="Merging">
      <Form
        problem={saveProblem(save.error, draft.overlaps)}
        onSubmit={() => {
          if (!save.isPending && draft.isChanged) save.mutate({ id, ...draft.changes, expected: draft.expected })
        }}
      >
        <DraftOverlaps draft={draft} labels={labels} save={save} />
        <FormField label="Merge method" hint={methodHints[values.mergeMethod]}>
          <Select options={methods} value={values.mergeMethod} onValue={mergeMethod => draft.set({ mergeMethod })} />
        </FormField>
        <FormField label="Squash commits when merging">
          <Select
            options={squashing}
            value={values.squashOption}
            onValue={squashOption => draft.set({ squashOption })}
          />
        </FormField>
        {checks.map(([name, label, hint]) => (
          <Checkbox
            key={name}
            label={label}
            {...(hint !== null && { hint })}
            checked={values[name]}
            onValue={isOn => draft.set({ [name]: isOn })}
          />
        ))}
        <FormField
          label="File preview URL"
          hint={`Changed files link to this URL. %{commit_sha} and %{file_path} are replaced with the commit and the path.`}
          error={save.error?.fields.filePreviewUrl?.[0]}
        >
          <TextInput
            code
            autoComplete="off"
            spellCheck={false}
            maxLength={1_000}
            placeholder="https://preview.example.com/%{commit_sha}/%{file_path}"
            value={values.filePreviewUrl ?? ''}
            onValue={url => draft.set({ filePreviewUrl: url === '' ? null : url })}
          />
        </FormField>
        <FormField
          label="Previewed paths"
          hint="Only files that match these patterns have a preview, for example docs/*.html."
        >
          <TextInput
            code
            autoComplete="off"
            spellCheck={false}
            maxLength={255}
            placeholder="*"
            value={values.filePreviewPaths ?? ''}
            onValue={paths => draft.set({ filePreviewPaths: paths === '' ? null : paths })}
          />
        </FormField>
        <FormActions submit="Save merge settings" busy={save.isPending} />
      </Form>
    </Card>
  )
}
