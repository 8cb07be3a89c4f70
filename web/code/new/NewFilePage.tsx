import { useState } from 'react'
import { codeTitles } from '#contract/code/page-titles.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { textBoxes } from '#contract/text-boxes.ts'
import { call } from '#web/api/client.ts'
import { getTemplate, newFilePage } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { useGoTo, usePageParams, usePageSearch } from '#web/api/route.tsx'
import { useDraftKey } from '#web/api/unsent-texts/draft-key.ts'
import { useKeptText } from '#web/api/unsent-texts/kept-text.ts'
import { useStaysOpen } from '#web/api/unsent-texts/stays-open.ts'
import { UnsentOfferButton } from '#web/api/unsent-texts/UnsentOffer.tsx'
import { useViewer } from '#web/api/viewer.ts'
import { editMessages } from '#web/plan/edit-messages.ts'
import { useApplyTemplate } from '#web/plan/issuable/templates/use-apply-template.tsx'
import { Button, LinkButton } from '#web/ui/actions/Button.tsx'
import { Form } from '#web/ui/forms/Form.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { CodeEditor } from '../edit/CodeEditor.tsx'
import { CommitFields, CommitProgress } from '../edit/CommitFields.tsx'
import { branchToBegin, startOf } from '../edit/commit.ts'
import { KeptNotice } from '../edit/KeptNotice.tsx'
import { useCommit } from '../edit/use-commit.ts'
import { useMergeRequestAfter } from '../edit/use-merge-request-after.ts'
import { blobHref, nameOf, parentOf, treeHref } from '../shared/addresses.ts'
import { onPath } from '../shared/on-path.ts'
import { codeTopics } from '../shared/place.ts'
import { whyNoCommit } from '../shared/why-not.ts'
import styles from './NewFilePage.module.css'
import { type TemplateKind, templateFiles, templateKindsFor } from './template-kind.ts'

type NewFileData = ReplyOf<typeof import('#contract/code/files/file-templates.ts').newFilePage>

/** The form of a new file, which is committed on its own. */
export function NewFilePage() {
  const { data } = useReading(newFilePage, onPath(usePageParams()), { topics: codeTopics })
  return data === undefined ? null : <Shown page={data} />
}

function Shown({ page }: { readonly page: NewFileData }) {
  const { place, ref } = page
  const reason = whyNoCommit(place)
  const isOpen = useStaysOpen(reason === null)
  usePlace({
    title: codeTitles.newFile,
    namespace: shownNamespace(place.header),
    active: 'files',
    crumbs: [
      { label: 'Files', href: `/${place.namespace}/-/tree` },
      { label: 'New file', href: `/${place.namespace}/-/new` },
    ],
  })
  return (
    <Page width="full">
      <PageHeader title="New file" />
      {isOpen ? (
        <NewFileForm page={page} refusal={reason} />
      ) : (
        <EmptyState
          title="You cannot add files here"
          action={
            <LinkButton href={ref === null ? `/${place.namespace}` : treeHref(place, ref.name)}>
              Back to files
            </LinkButton>
          }
        >
          {reason}
        </EmptyState>
      )}
    </Page>
  )
}

interface NewFileFormProps {
  readonly page: NewFileData
  /** The reason why files can no longer be committed, since the form was opened. */
  readonly refusal: string | null
}

function NewFileForm({ page, refusal }: NewFileFormProps) {
  const { place, ref, proposedPath } = page
  const { path: at = '' } = onPath(usePageParams())
  const goTo = useGoTo()
  const { user } = useViewer()
  const { draft, file_name: fileName } = usePageSearch()
  const given = typeof draft === 'string' && /^[0-9a-f]{1,64}$/.test(draft) ? draft : null
  const [draftKey, beginNext] = useDraftKey(`new-file.${place.id}.${at}`, given)
  const [freshBranch] = useState(() =>
    ref === null
      ? place.defaultBranch
      : ref.kind === 'branch'
        ? branchToBegin(place, ref, user?.username ?? 'new')
        : '',
  )
  const kept = useKeptText(textBoxes.newFile(place.id, draftKey), '', null, {
    fields: {
      title: proposedPath + (typeof fileName === 'string' ? fileName : ''),
      commitMessage: '',
      branch: freshBranch,
    },
  })
  const { title: path = '', commitMessage = '', branch = '' } = kept.fields
  const [wasTried, setTried] = useState(false)
  const mergeRequest = useMergeRequestAfter(place, ref)
  const add = useCommit(place, {
    onSuccess: done => {
      kept.clear()
      beginNext()
      goTo(mergeRequest.next(done, blobHref(done, done.branch, wanted)), { replace: true })
    },
  })
  const name = nameOf(path.trim())
  const wanted = path.trim().replace(/^\/+/, '')
  const usualMessage = name === '' ? 'Add a file' : `Add ${name}`

  function submit() {
    setTried(true)
    if (name === '' || branch.trim() === '' || add.isPending || refusal !== null) return
    add.mutate({
      branch: branch.trim(),
      commitMessage: commitMessage.trim() || usualMessage,
      actions: [{ action: 'create', filePath: wanted, content: kept.text }],
      ...startOf(place, ref, branch.trim()),
    })
  }

  return (
    <Form label="New file" onSubmit={submit}>
      {refusal !== null && <KeptNotice reason={refusal} />}
      <CommitProgress
        commit={add}
        mergeRequest={mergeRequest}
        at={ref}
        onBranch={branch => kept.setFields({ branch })}
      />
      <div className={styles.line}>
        <FormField
          label="File name"
          required
          hint="Use slashes to create folders."
          error={wasTried && name === '' ? 'Enter a file name.' : undefined}
          aside={<UnsentOfferButton places={[kept.place]} from={textBoxes.newFile(place.id, '')} />}
        >
          <TextInput
            code
            autoFocus
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={255}
            value={path}
            onValue={title => kept.setFields({ title })}
          />
        </FormField>
        <TemplateField
          page={page}
          path={path}
          text={kept.text}
          onApply={(kind, content) => {
            kept.setText(content)
            if (nameOf(path) === '') kept.setFields({ title: path + templateFiles[kind] })
          }}
        />
      </div>
      <FormField label="Content">
        <CodeEditor path={path} value={kept.text} onValue={kept.setText} />
      </FormField>
      <CommitFields
        place={place}
        at={ref}
        commitMessage={commitMessage}
        branch={branch}
        usualMessage={usualMessage}
        wasTried={wasTried}
        onChange={change => kept.setFields(change)}
        mergeRequest={mergeRequest}
      />
      <div className={styles.actions}>
        <Button
          type="submit"
          variant="primary"
          busy={add.isPending}
          disabled={refusal !== null}
          title={refusal ?? undefined}
        >
          Commit file
        </Button>
        <Button
          onClick={() => {
            kept.clear()
            goTo(ref === null ? `/${place.namespace}` : treeHref(place, ref.name, parentOf(proposedPath)))
          }}
        >
          Cancel
        </Button>
      </div>
    </Form>
  )
}

interface TemplateFieldProps {
  readonly page: NewFileData
  readonly path: string
  /** The content of the file now. */
  readonly text: string
  readonly onApply: (kind: TemplateKind, content: string) => void
}

const labels = { licenses: 'License', gitignores: '.gitignore' } as const

/** Fills the file from a template: a license or a .gitignore, depending on its name. */
function TemplateField({ page, path, text, onApply }: TemplateFieldProps) {
  const { user } = useViewer()
  const kinds = templateKindsFor(path.trim())
  const template = useApplyTemplate<{ readonly key: string; readonly content: string; readonly kind: TemplateKind }>({
    text,
    onApply: ({ kind, content }) => onApply(kind, content),
    question: 'Applying a template replaces the current content.',
  })
  if (kinds.length === 0) return null
  const options = kinds.flatMap(kind =>
    page[kind].map(each => ({
      value: `${kind} ${each.key}`,
      label: kinds.length === 1 ? each.name : `${labels[kind]}: ${each.name}`,
    })),
  )

  async function pick(value: string) {
    const kind = kinds.find(each => value.startsWith(`${each} `))
    if (kind === undefined) return
    const whose = kind === 'licenses' && user !== null ? { fullname: user.name, project: page.place.name } : {}
    try {
      const asked = { id: page.place.id, type: kind, name: value.slice(kind.length + 1), ...whose }
      const { content } = await call(getTemplate, asked)
      template.offer({ key: value, content, kind })
    } catch {
      showToast(editMessages.template, { tone: 'danger' })
    }
  }

  const chosen = template.applied?.key ?? ''
  return (
    <>
      <FormField label="Template">
        <Select
          value={options.some(each => each.value === chosen) ? chosen : ''}
          options={[{ value: '', label: 'Choose a template' }, ...options]}
          onValue={pick}
        />
      </FormField>
      {template.dialog}
    </>
  )
}
