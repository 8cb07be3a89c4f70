import { foundationTitles } from '#contract/foundation/page-titles.ts'
import { usePlace } from '#web/api/place.ts'
import { SearchInput } from '#web/ui/forms/SearchInput.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { LinkTabs } from '#web/ui/layout/Tabs.tsx'
import { exploreDetail, exploreTabs } from '../places/explore-tabs.ts'
import { useSearchBox } from '../places/search-box.ts'
import { TopicList, useTopics } from './TopicList.tsx'
import styles from './TopicsPage.module.css'

/** The topics that the viewer can see. */
export function TopicsPage() {
  usePlace({
    title: foundationTitles.topics,
    namespace: null,
    active: null,
    crumbs: [{ label: 'Explore', href: '/explore' }],
  })
  const box = useSearchBox()
  const topics = useTopics(box.asked)
  return (
    <Page>
      <PageHeader title="Explore" detail={exploreDetail} />
      <LinkTabs
        label="Explore"
        active="topics"
        tabs={exploreTabs}
        aside={<SearchInput label="Search topics" size="s" value={box.text} onValue={box.setText} />}
      />
      <div className={styles.panel}>
        <TopicList of={topics} skeletonRows={8} empty="Add topics to a project in its settings." />
      </div>
    </Page>
  )
}
