import { useText } from '../i18n/use-text.ts'
import { TagList } from '../parts/TagList.tsx'
import { TimeText } from '../parts/TimeText.tsx'
import * as text from './announcement.text.ts'

/** Shows when an announcement was released, and its tags. */
export function AnnouncementFacts({ announcement: { release_time, tag } }: { announcement: { release_time: number; tag: string } }) {
  const t = useText(text)
  return (
    <>
      <span>
        {t.releasedAt}
        <TimeText at={release_time} />
      </span>
      {tag && <TagList tag={tag} />}
    </>
  )
}
