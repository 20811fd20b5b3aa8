import type { Language } from '../../contract/languages.js';

/**
 * QR codes (ISO/IEC 18004, level M) of the pages on legal guarantees of Your Europe in each language: a row of modules
 * is a number in base 36, dark modules are its ones, the leftmost is the highest.
 */
export const noticeCodes: Readonly<Record<Language, string>> = {
  de: '8tautb 4ig8ch 6h5en1 6hbl99 6hgwv1 4jk6kh 8tz2pr sd1c 6lh3lo 7s4w35 8pz89s 5vyysq 85z570 8r00z5 dxs3w 42j1g2 4f79nw 5afx85 4jadf8 5kxcz6 6n8oaf ml9b 8tnnfg 4iyeqb 6h2b5g 6hbpdb 6h91xa 4is0fu 8uafck',
  fr: '8towhr 4ivold 6h402l 6hbl99 6hdr31 4jifcx 8tz2pr 12jnk 6l8o70 4gqmb5 7k88m8 391f3e 71bhfw 6kov75 44fnnw 7xl9g2 1n5pkc 78zjzp 6hhd2s 51571u 4yomwn nztr 8tdtgc 4jduz7 6h6ius 6gxnov 6h6lfi 4in3ga 8u6wxg',
  es: '3xgykxr 20al0sh 2veuzq5 2vkz3vh 2vmipnh 20m17pd 3xbl6yn dx2ps 25ltibd 1hfpuoe 1ecvybu 27xrvk2 3vssm6z 1z9pqyw 1kn237y 1hjtcs0 jylbve r7haj2 juswmi 23qadgh 1vqibgb 3aa7efi x882oa t770sb 3sug8oi c5mvo 3xhvbkq 2079dsi 2vnzx8b 2vfgwhq 2vefvu8 205tvuo 3xedhhh',
  it: '8thvnj 4ivold 6hdu1p 6gxw7x 6h72vx 4jekap 8tz2pr u7eo 6llhmk 5qddgx 7fd09s 2e363u 76jcwc 8co5wx 2m6tn0 febde 2jw6k 8gqj91 4kgv3o 6fcnaq 4p1bzr 133fj 8tlw7w 4jbehc 6hdwc4 6gzewf 6h9r7i 4ihh6i 8ubh9w',
  nl: '8t58jj 4ionr5 6hcfh9 6h0pct 6h49r1 4jfyv5 8tz2pr rnr4 6lra7w 1ytkkx 585jfk 50saei 4ywft8 8iene9 2g6i6k uyryq 639eb0 8mjtv9 57rg50 5a6q5u 54hkvr 133fj 8t993w 4j9zww 6gyg38 6hanfz 6h6y2m 4irb5m 8u0y0k',
};
