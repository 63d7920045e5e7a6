import { useText } from '../i18n/use-text.ts'
import { OutsideLink } from '../parts/OutsideLink.tsx'
import { RichText } from '../parts/RichText.tsx'
import * as text from './announcement.text.ts'
import './announcement.css'

/** Shows the text of an announcement, and where it is continued. */
export function AnnouncementBody({ announcement: { content, link } }: { announcement: { content: string; link: string | null } }) {
  const t = useText(text)
  return (
    <>
      <RichText html={content} imageLabel={t.picture} />
      {link && (
        <p className="announcement-read-on">
          <OutsideLink to={link}>{t.readOn}</OutsideLink>
        </p>
      )}
    </>
  )
}
