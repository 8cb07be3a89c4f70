import { useState } from 'react'
import { textBoxes } from '#contract/text-boxes.ts'
import { call } from '#web/api/client.ts'
import {
  addLinkedIssues,
  createIssue,
  createVulnerabilityIssueLink,
  getIncidentsPage,
  getIssuesPage,
} from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { useGoTo, usePageSearch } from '#web/api/route.tsx'
import type { Search } from '#web/api/router/search.ts'
import { useDraftKey } from '#web/api/unsent-texts/draft-key.ts'
import { useKeptText } from '#web/api/unsent-texts/kept-text.ts'
import { keyFor } from '#web/api/unsent-texts/sent-key.ts'
import { confidentialHint } from '#web/plan/issuable/new/confidential-hint.ts'
import { NewIssuableForm } from '#web/plan/issuable/new/NewIssuableForm.tsx'
import { useTemplateNames } from '#web/plan/issuable/templates/TemplatePicker.tsx'
import { baseOf } from '#web/plan/place.ts'
import type { NewIssuePageData } from '#web/plan/shapes.ts'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { Banner } from '#web/ui/status/Banner.tsx'
import { noteUnlinkedVulnerability } from '../unlinked-vulnerabilities.ts'
import { FurtherFields } from './FurtherFields.tsx'
import { ItemFields } from './ItemFields.tsx'
import { type ThreadsTakenOver, threadsTakenOver } from './new-issue-address.ts'
import { noPlainFields, plainFieldsOf } from './plain-fields.tsx'
import { SimilarIssues } from './SimilarIssues.tsx'
import { TypeInfo } from './TypeInfo.tsx'

/** `issue[title]` and `issue[description]` of the address. */
function prefill(search: Search, name: string): string {
  const issue = search.issue
  const value = typeof issue === 'object' && !Array.isArray(issue) ? (issue as Search)[name] : undefined
  return typeof value === 'string' ? value : ''
}

/** `draft` of the address, which the page of unsent texts links to. */
const draftIn = ({ draft }: Search): string | null =>
  typeof draft === 'string' && /^[0-9a-f]{1,64}$/.test(draft) ? draft : null

/** Further parameters of the address: another address is another draft. */
function otherSearch({ draft: _draft, ...rest }: Search): string {
  const words = JSON.stringify(rest)
  return words === '{}' ? '' : words
}

/** The issue that takes over threads is one, whichever tab it is written in. */
function followUpBox(projectId: number, takesOver: ThreadsTakenOver) {
  const { discussionToResolve: thread, issueToResolveDiscussionsOf: issue } = takesOver
  if (thread !== undefined) return textBoxes.followUpIssue(projectId, 'thread', thread)
  return issue === undefined
    ? textBoxes.followUpIssue(projectId, 'merge_request', String(takesOver.mergeRequestToResolveDiscussionsOf))
    : textBoxes.followUpIssue(projectId, 'issue', String(issue))
}

export function NewIssueForm({ page }: { readonly page: NewIssuePageData }) {
  const { namespace, permissions, followUp, related } = page
  const search = usePageSearch()
  const takesOver = followUp === null ? null : threadsTakenOver(search)
  const goTo = useGoTo()
  const [draftKey, beginNext] = useDraftKey(
    // The key contains the project's id: a renamed project keeps its drafts.
    `new-issue.${namespace.id}${otherSearch(search)}`,
    draftIn(search),
  )
  const place = takesOver === null ? textBoxes.newIssue(namespace.id, draftKey) : followUpBox(namespace.id, takesOver)
  const kept = useKeptText(place, followUp?.description ?? prefill(search, 'description'), null, {
    fields: {
      title: followUp?.title ?? prefill(search, 'title'),
      type: prefill(search, 'issue_type') === 'incident' && permissions.canCreateIncident ? 'incident' : 'issue',
      confidential: followUp?.confidential ?? (related?.confidential || prefill(search, 'confidential') === 'true'),
      linked: true,
      ...noPlainFields,
      assignees: [],
      labels: [],
      milestones: [],
      epics: [],
      iterations: [],
      contacts: [],
      timeEstimate: '',
    },
    inDoubt: { confidential: true },
    keepsFieldsAlone: true,
  })
  const { title = '', type = 'issue', confidential = false, linked: isLinked = true } = kept.fields
  const { assignees = [], labels = [], milestones = [], epics = [], iterations = [], contacts = [] } = kept.fields
  const { timeEstimate = '' } = kept.fields
  const [wantsAnother, setWantsAnother] = useState(false)
  const [created, setCreated] = useState(0)
  const templates = useTemplateNames(namespace.fullPath, 'issue')

  const create = useOperation(createIssue, {
    refreshes: [getIssuesPage, getIncidentsPage],
    onSuccess: issue => {
      const path = new URL(issue.webUrl).pathname
      if (related !== null && isLinked) link(related.reference, issue.iid)
      if (wantsAnother) {
        beginAnother()
        showToast(`Created #${issue.iid}`, { action: { label: 'View', run: () => goTo(path) } })
        return
      }
      kept.clear()
      beginNext()
      const open = () => goTo(path, { replace: true })
      if (search.vulnerability_id === undefined) open()
      else linkToVulnerability(issue).then(open)
    },
    onError: ({ status }) => {
      if (status >= 400 && status < 500) kept.setText(kept.text)
    },
  })

  // Similar issues share their labels, their milestone and who works on them.
  function beginAnother() {
    kept.setText(prefill(search, 'description'))
    kept.setFields({ title: prefill(search, 'title') })
    setCreated(count => count + 1)
  }

  // The issue is there, and its page shows the link as soon as it is made.
  function link(reference: string, iid: number) {
    call(addLinkedIssues, { namespace: namespace.fullPath, iid, issuableReferences: [reference] }).catch(() =>
      showToast(`The issue was created, but not linked to ${reference}.`, { tone: 'danger' }),
    )
  }

  // The page of the issue says so if the link could not be made.
  const linkToVulnerability = ({ id: issueId, iid }: { readonly id: number; readonly iid: number }) =>
    call(createVulnerabilityIssueLink, {
      ...{ id: Number(search.vulnerability_id), targetIssueIid: iid, targetProjectId: namespace.id },
    }).catch(() => noteUnlinkedVulnerability(issueId))

  function onCreate(title: string) {
    const issue = {
      id: namespace.id,
      title,
      description: kept.text,
      confidential,
      ...takesOver,
      ...(type === 'incident' && { issueType: type }),
      ...(permissions.canSetMetadata && {
        assigneeIds: assignees.map(person => person.id),
        labels: labels.map(label => label.name),
        ...plainFieldsOf(kept.fields),
        milestoneId: milestones[0]?.id ?? null,
        ...(epics[0] && { epicId: epics[0].id }),
        ...(iterations[0] && { iterationId: iterations[0].id }),
        ...(page.hasContacts && contacts.length > 0 && { addContactIds: contacts.map(contact => contact.id) }),
        ...(timeEstimate.trim() !== '' && { timeEstimate: timeEstimate.trim() }),
      }),
    }
    // Sending the same words again after a failure, or from another tab, must not create them twice.
    create.mutate({ ...issue, idempotencyKey: keyFor(place, JSON.stringify(issue), kept.at) })
  }

  return (
    <NewIssuableForm
      key={created}
      label="New issue"
      kept={kept}
      create={create}
      onCreate={onCreate}
      submit={type === 'incident' ? 'Create incident' : 'Create issue'}
      cancelHref={`${baseOf(namespace)}/issues`}
      besideButtons={
        takesOver === null && <Checkbox label="Create another" checked={wantsAnother} onValue={setWantsAnother} />
      }
      startsInTitle
      offersFrom={takesOver === null ? textBoxes.newIssue(namespace.id, '') : undefined}
      description={{
        templates: { type: 'issue', names: templates ?? [] },
        namespace: namespace.fullPath,
        target: { type: 'Issue' },
        rows: 10,
      }}
      notice={
        followUp !== null && (
          <Banner tone="info">
            {followUp.threads === 1
              ? `Creating this issue resolves the thread in ${followUp.reference}.`
              : `Creating this issue resolves ${followUp.threads} threads in ${followUp.reference}.`}
          </Banner>
        )
      }
      besideTitle={
        permissions.canCreateIncident && (
          <FormField label="Type" aside={<TypeInfo />}>
            <Select
              size="l"
              options={[
                { value: 'issue', label: 'Issue' },
                { value: 'incident', label: 'Incident' },
              ]}
              value={type}
              onValue={type => kept.setFields({ type })}
            />
          </FormField>
        )
      }
      belowTitle={<SimilarIssues namespace={namespace.fullPath} title={title} />}
      belowDescription={
        <>
          <Checkbox
            label={`This ${type} is confidential`}
            hint={confidentialHint}
            checked={confidential}
            onValue={confidential => kept.setFields({ confidential })}
          />
          {related !== null && (
            <Checkbox
              label={`Link to ${related.reference} “${related.title}”`}
              checked={isLinked}
              onValue={linked => kept.setFields({ linked })}
            />
          )}
        </>
      }
      fields={
        permissions.canSetMetadata && (
          <ItemFields
            page={page}
            type={type}
            values={kept.fields}
            onChange={kept.setFields}
            hasEpic={namespace.ancestorIds.length > 0}
            further={<FurtherFields page={page} values={kept.fields} onChange={kept.setFields} />}
          />
        )
      }
    />
  )
}
