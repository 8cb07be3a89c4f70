import { useState } from 'react'
import { codeTitles } from '#contract/code/page-titles.ts'
import { forkProject, forksPage, namespacePage, newForkPage, newProjectPage } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useOperation, useReading } from '#web/api/query.ts'
import { useGoTo, usePageParams } from '#web/api/route.tsx'
import { useViewer } from '#web/api/viewer.ts'
import { NamespacePicker } from '#web/foundation/places/NamespacePicker.tsx'
import { type Target, useTargets } from '#web/foundation/places/use-targets.ts'
import { allowedVisibility, isWithin, VisibilityField } from '#web/foundation/places/VisibilityField.tsx'
import { fieldProblem, formProblem } from '#web/foundation/problems.ts'
import { LinkButton } from '#web/ui/actions/Button.tsx'
import { ChoiceGroup } from '#web/ui/forms/ChoiceGroup.tsx'
import { Form, FormActions, Pair } from '#web/ui/forms/Form.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { Radio } from '#web/ui/forms/Radio.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import type { NewForkData } from '../shapes.ts'

/** Copies a project into a namespace of the viewer. */
export function NewForkPage() {
  const { namespace = '' } = usePageParams()
  const { data } = useReading(newForkPage, { namespace })
  const { data: places } = useReading(newProjectPage, {})
  usePlace({
    title: codeTitles.newFork,
    namespace: data === undefined ? null : shownNamespace(data.header),
    active: 'home',
    crumbs: [
      { label: codeTitles.forks, href: `/${namespace}/-/forks` },
      { label: codeTitles.newFork, href: `/${namespace}/-/forks/new` },
    ],
  })
  return (
    <Page width="narrow">
      <PageHeader
        title={codeTitles.newFork}
        detail="A fork is your own copy of the project. Changes to it do not affect the original."
      />
      {data === undefined || places === undefined ? (
        <Skeleton rows={6} shape="row" />
      ) : (
        <ForkForm source={data} start={places.namespaces[0] ?? null} />
      )}
    </Page>
  )
}

const named = ['name', 'path', 'visibilityLevel'] as const

function ForkForm({ source, start }: { readonly source: NewForkData; readonly start: Target | null }) {
  const goTo = useGoTo()
  const found = useTargets(newProjectPage)
  const [name, setName] = useState(source.name)
  const [path, setPath] = useState(source.path)
  const [target, setTarget] = useState(start)
  const [wanted, setVisibility] = useState(source.visibility)
  const [isWhole, setWhole] = useState(true)
  const parent = target?.kind === 'group' ? target : null
  // The visibility of the fork is limited by that of its namespace and of its source.
  const bound = parent !== null && isWithin(parent.visibility, source.visibility) ? parent : source
  const { restrictedVisibilityLevels } = useViewer()
  const visibility = allowedVisibility(wanted, bound.visibility, restrictedVisibilityLevels)
  const fork = useOperation(forkProject, {
    refreshes: [namespacePage, forksPage],
    onSuccess: made => goTo(`/${made.pathWithNamespace}`),
  })
  const { error, isPending } = fork

  function submit() {
    if (isPending || target === null) return
    fork.mutate({
      id: source.id,
      namespaceId: target.id,
      name: name.trim(),
      path,
      visibility,
      ...(isWhole ? {} : { branches: source.defaultBranch }),
    })
  }

  return (
    <Card>
      <Form problem={formProblem(error, named)} onSubmit={submit}>
        <FormField label="Name" refusal={fieldProblem(error, 'name', 'Name')}>
          <TextInput required value={name} onValue={setName} />
        </FormField>
        <Pair>
          <FormField label="Group or namespace" refusal={fieldProblem(error, 'namespace', 'Group or namespace')}>
            <NamespacePicker label="Group or namespace" found={found} chosen={target} onChosen={setTarget} />
          </FormField>
          <FormField label="Path" refusal={fieldProblem(error, 'path', 'Path')}>
            <TextInput code required autoCapitalize="none" spellCheck={false} value={path} onValue={setPath} />
          </FormField>
        </Pair>
        <ChoiceGroup legend="Branches to copy">
          <Radio name="branches" label="All branches and tags" checked={isWhole} onChange={() => setWhole(true)} />
          <Radio
            name="branches"
            label={`Only ${source.defaultBranch}`}
            checked={!isWhole}
            onChange={() => setWhole(false)}
          />
        </ChoiceGroup>
        <VisibilityField
          of="project"
          value={visibility}
          parent={bound}
          error={fieldProblem(error, 'visibilityLevel', 'Visibility')}
          onValue={setVisibility}
        />
        <FormActions submit="Fork project" busy={isPending} disabled={target === null}>
          <LinkButton href={`/${source.header.fullPath}`} variant="quiet">
            Cancel
          </LinkButton>
        </FormActions>
      </Form>
    </Card>
  )
}
