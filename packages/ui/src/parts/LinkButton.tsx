import { Button, type ButtonProps } from 'antd'
import { useHref, useNavigate } from 'react-router'

/** A link to a page of the app that looks like a button; opened elsewhere as any link may be. */
export function LinkButton({ to, ...button }: { to: string } & Omit<ButtonProps, 'href' | 'onClick'>) {
  const href = useHref(to)
  const navigate = useNavigate()
  return (
    <Button
      {...button}
      href={href}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
        event.preventDefault()
        void navigate(to)
      }}
    />
  )
}
