import { expect, test } from 'vitest'
import { frrDifference } from './frr-difference.ts'

const FILE = `frr defaults traditional
hostname HUB1
!
ip prefix-list PL-OWN seq 5 permit 10.0.0.0/24
!
route-map RM-IN-SN1 permit 10
 match ip address prefix-list PL-SN1
 set large-community 1:2:3
exit
!
router bgp 4200000001
 no bgp default ipv4-unicast
 neighbor 10.128.0.2 remote-as external
 neighbor 10.128.0.2 bfd
 neighbor 10.128.0.2 bfd profile wan
 !
 address-family ipv4 unicast
  network 10.0.0.0/24
  neighbor 10.128.0.2 activate
  neighbor 10.128.0.2 route-map RM-OUT out
 exit-address-family
exit
!
bfd
 profile wan
  detect-multiplier 3
 exit
 !
exit
!
`
/** The file as FRR shows it: in another order, with lines of its own, and without default values. */
const SHOWN = `Building configuration...

Current configuration:
!
frr version 8.4.4
frr defaults traditional
no ip forwarding
no ipv6 forwarding
!
router bgp 4200000001
 no bgp default ipv4-unicast
 neighbor 10.128.0.2 remote-as external
 neighbor 10.128.0.2 bfd
 neighbor 10.128.0.2 bfd profile wan
 !
 address-family ipv4 unicast
  network 10.0.0.0/24
  neighbor 10.128.0.2 activate
  neighbor 10.128.0.2 route-map RM-OUT out
 exit-address-family
exit
!
ip prefix-list PL-OWN seq 5 permit 10.0.0.0/24
!
route-map RM-IN-SN1 permit 10
 match ip address prefix-list PL-SN1
 set large-community 1:2:3
exit
!
bfd
 profile wan
 exit
 !
exit
!
end
`
const steps = (wanted: string) =>
  frrDifference(SHOWN, wanted)
    ?.split('\n')
    .filter((line) => line !== '' && line !== 'exit')
const IN_FAMILY = ['router bgp 4200000001', 'address-family ipv4 unicast']

test('no command is given if FRR runs the file', () => {
  expect(frrDifference(SHOWN, FILE)).toBe('')
})

test('a prefix takes the place of another', () => {
  expect(steps(FILE.replaceAll('10.0.0.0/24', '10.9.0.0/24'))).toEqual([
    // The list is never without an entry: the new one replaces the old one.
    ...IN_FAMILY,
    'no network 10.0.0.0/24',
    'ip prefix-list PL-OWN seq 5 permit 10.9.0.0/24',
    ...IN_FAMILY,
    'network 10.9.0.0/24',
  ])
})

test('a neighbour keeps its route map until it gets another', () => {
  expect(steps(FILE.replace('RM-OUT out', 'RM-OUT-DEFAULT out'))).toEqual([
    ...IN_FAMILY,
    'neighbor 10.128.0.2 route-map RM-OUT-DEFAULT out',
  ])
})

test('a neighbour is removed with all of its lines, and then the route map that it used', () => {
  const without = FILE.split('\n').filter((line) => !/neighbor|RM-IN-SN1|PL-SN1|large-community/.test(line))
  expect(steps(without.join('\n'))).toEqual(['router bgp 4200000001', 'no neighbor 10.128.0.2', 'no route-map RM-IN-SN1 permit 10'])
})

test('a difference that lines alone cannot make gives no commands', () => {
  expect(frrDifference(SHOWN, FILE.replace('bgp 4200000001', 'bgp 4200000002'))).toBeUndefined()
  expect(frrDifference(SHOWN, FILE.replace(' no bgp default', ' bgp always-compare-med\n no bgp default'))).toBeUndefined()
})

test('what an agent began before it crashed is undone', () => {
  const shown = (line: string) => SHOWN.replace(/^ neighbor 10\.128\.0\.2 remote-as.*$/m, (own) => `${own}\n ${line}`)
  expect(frrDifference(shown('neighbor 10.128.0.2 shutdown'), FILE)).toContain('no neighbor 10.128.0.2 shutdown\n')
  expect(frrDifference(shown('bgp graceful-shutdown'), FILE)).toBeUndefined()
})

test('a neighbour is added with its BFD profile', () => {
  const added = (text: string) =>
    text
      .split('\n')
      .filter((line) => line.includes('neighbor 10.128.0.2'))
      .map((line) => line.trim().replace('10.128.0.2', '10.128.0.9'))
  const both = FILE.replaceAll(/^ +neighbor 10\.128\.0\.2 .*$/gm, (line) => `${line}\n${line.replace('10.128.0.2', '10.128.0.9')}`)
  expect(steps(both)?.filter((line) => line.startsWith('neighbor'))).toEqual(added(FILE))
})

test('the BFD profile that the guard has chosen for a neighbour is no difference', () => {
  const rough = SHOWN.replace('bfd profile wan', 'bfd profile rough')
  expect(frrDifference(rough, FILE)).toBe('')
  expect(frrDifference(rough, FILE.replaceAll('10.0.0.0/24', '10.9.0.0/24'))).not.toContain('profile')
})
