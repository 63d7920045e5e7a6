const names: Record<string, string> = {
  centos: 'CentOS',
  ubuntu: 'Ubuntu',
  debian: 'Debian',
  fedora: 'Fedora',
  rhel: 'RHEL',
  rocky: 'Rocky Linux',
  almalinux: 'AlmaLinux',
  opensuse: 'openSUSE',
  openeuler: 'openEuler',
  anolis: 'Anolis OS',
  kylin: '银河麒麟',
  uos: '统信 UOS',
  deepin: 'deepin',
  arch: 'Arch Linux',
}

/** Returns the name of a distribution, or its code if it is unknown. */
export const platformName = (code: string): string => names[code] ?? code
