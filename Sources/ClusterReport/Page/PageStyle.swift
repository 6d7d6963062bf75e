/// How pages look: on a screen in the light and in the dark, on a phone, and on paper.
///
/// Every text colour has at least 4.5 to 1 on its ground (WCAG AA).
enum PageStyle {
  static let text: StaticString = """
    :root{color-scheme:light dark;--bg:#fff;--fg:#1b1f24;--dim:#57606a;--line:#8c959f;--soft:#f3f5f7;
    --rule:#d0d7de;--bad:#b01c14;--good:#116329;--warn:#7a4d00;--link:#0550ae;--on:#fff3c4;
    --g0:#dbe9f9;--g1:#f6e3c5;--g2:#dcefd9;--gn:#3b4149}
    @media screen and (prefers-color-scheme:dark){:root{--bg:#0f1419;--fg:#e6edf3;--dim:#9aa7b4;
    --line:#6e7b88;--soft:#1a2129;--rule:#38424d;--bad:#ff8f86;--good:#6fdd8b;--warn:#f2cc60;
    --link:#84bdff;--on:#453a10;--g0:#17324d;--g1:#4a3717;--g2:#1d3f27;--gn:#d5dde5}}
    *{box-sizing:border-box}
    html{background:var(--bg);color:var(--fg);font:16px/1.5 system-ui,"Segoe UI",Roboto,
    "Liberation Sans","DejaVu Sans",sans-serif;-webkit-text-size-adjust:100%}
    body{margin:0 auto;max-width:84rem;padding:1rem 1.25rem 2rem;overflow-wrap:break-word}
    h1{font-size:1.5rem;line-height:1.25;margin:.25rem 0 .5rem}
    h2{font-size:1.15rem;margin:1.75rem 0 .5rem}
    h3{font-size:1rem;margin:1rem 0 .25rem}
    p{margin:.4rem 0;max-width:60rem}
    a{color:var(--link)}
    a:focus-visible,button:focus-visible,input:focus-visible,.box:focus-visible,
    summary:focus-visible{outline:3px solid var(--link);outline-offset:2px}
    code,.mono,svg text,#state,td.v,.story{font-family:ui-monospace,"SF Mono",Menlo,Consolas,
    "Liberation Mono","DejaVu Sans Mono",monospace}
    code{font-size:.875rem;background:var(--soft);padding:.1rem .3rem;border-radius:.25rem}
    .dim{color:var(--dim)}.no{color:var(--bad)}.ok{color:var(--good)}.odd{color:var(--warn)}
    .box{overflow-x:auto;border:1px solid var(--rule);border-radius:.5rem;background:var(--bg)}
    table{border-collapse:collapse;font-size:.9rem}
    th,td{text-align:left;vertical-align:top;padding:.3rem .7rem;border-bottom:1px solid var(--rule)}
    th{overflow-wrap:normal}th[scope=row]{white-space:nowrap}
    thead th{white-space:nowrap;color:var(--dim);font-weight:600}
    tr:last-child>td,tr:last-child>th{border-bottom:0}
    td.v{font-size:.85rem}
    td.diff{color:var(--bad);font-weight:600}
    .story{font-size:.8rem;margin:.1rem 0}
    .fail{border-left:4px solid var(--bad);padding:.1rem 0 .1rem .8rem;margin:.7rem 0}
    .fail h3{margin-top:.2rem}
    ul.odds{margin:.3rem 0;padding-left:1.2rem;columns:24rem}
    ul.odds li{break-inside:avoid;font-size:.9rem}
    dl.facts{display:grid;grid-template-columns:max-content 1fr;gap:.15rem 1rem;margin:.5rem 0;
    font-size:.9rem}
    dl.facts dt{color:var(--dim)}dl.facts dd{margin:0}
    .rerun{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center}
    button{font:inherit;font-size:.875rem;padding:.2rem .8rem;border:1px solid var(--line);
    border-radius:.4rem;background:var(--soft);color:var(--fg);cursor:pointer}
    .key{display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;font-size:.85rem;margin:.5rem 0;padding:0;
    list-style:none}
    .key svg{vertical-align:middle;margin-right:.4rem}
    .chunk{content-visibility:auto;contain-intrinsic-size:auto 600px;display:flex;width:max-content;
    min-width:100%}
    .chunk svg{display:block;flex:none}
    .pair svg+svg{border-left:2px solid var(--rule)}
    .defs{position:absolute;width:0;height:0}
    svg text{font-size:12px;fill:var(--fg);paint-order:stroke;stroke:var(--bg);stroke-width:3px;
    stroke-linejoin:round;white-space:pre}
    svg text.ln{font-weight:700;text-anchor:middle}
    svg text.n,svg text.t,svg text.tp{text-anchor:end;fill:var(--dim)}
    svg text.n{fill:var(--link)}
    svg text.tp{font-size:11px;font-style:italic}
    svg text.s{text-anchor:middle;font-size:14px}
    svg text.gn{text-anchor:middle;font-size:11px;fill:var(--gn);stroke:none}
    svg text.no,svg text.rf{fill:var(--bad)}svg text.odd{fill:var(--warn)}
    svg text.ok{fill:var(--good)}svg text.b.no,svg text.rf,svg text.rs{font-weight:700}
    svg text.rw{font-style:italic}
    .l{stroke:var(--line);stroke-width:1.5;fill:none}
    .l.cut{stroke-dasharray:2 4}.l.dead{stroke:none}
    .a{stroke:var(--fg);stroke-width:1.3;fill:none}
    .a.w{stroke-dasharray:7 4}.a.p{stroke-dasharray:2 3}
    .a.late,.a.copy,.a.held{stroke:var(--warn)}.a.lost{stroke:var(--bad)}
    .hd{fill:var(--fg);stroke:none}.x{stroke:var(--bad);stroke-width:2.2;fill:none}
    [data-fate=held] .x,[data-fate=late] .hd,[data-fate=copy] .hd{stroke:var(--warn)}
    [data-fate=late] .hd,[data-fate=copy] .hd,.hd.late{fill:var(--warn)}
    .tr{stroke:var(--warn);stroke-width:1.2;stroke-dasharray:4 3;fill:none}
    .tt{stroke:var(--dim);stroke-width:1;stroke-dasharray:1 3;fill:none}
    .bc{fill:url(#pc)}.bs{fill:url(#ps)}.bl{fill:url(#pl)}
    .g0{fill:var(--g0)}.g1{fill:var(--g1)}.g2{fill:var(--g2)}
    path.rw{stroke:var(--line);stroke-dasharray:6 4}
    path.rs{stroke:var(--fg);stroke-width:2}path.rf{stroke:var(--bad);stroke-width:2}
    .h{width:100%;fill:transparent;cursor:pointer}.h.on{fill:var(--on);stroke:var(--warn);stroke-width:1.5}
    .h.first{fill:none;stroke:var(--bad);stroke-width:2;stroke-dasharray:6 3}
    .h.first.on{fill:var(--on)}
    g[data-step]{cursor:pointer}
    .pat{stroke:var(--dim);stroke-width:1.4;fill:none}.pat.dot{fill:var(--dim);stroke:none}
    #player{position:sticky;bottom:0;z-index:2;background:var(--soft);border:1px solid var(--line);
    border-radius:.5rem .5rem 0 0;padding:.5rem .8rem;max-height:46vh;display:flex;
    flex-direction:column;gap:.35rem}
    #player[hidden]{display:none}#player .bar{display:flex;gap:.6rem;align-items:center}
    #slider{flex:1;min-width:6rem;accent-color:var(--link)}
    #now{margin:0;font-size:.85rem;max-width:none}
    #state{overflow:auto;display:flex;flex-wrap:wrap;gap:.5rem;font-size:.8rem;line-height:1.4}
    #state section{border:1px solid var(--rule);border-radius:.35rem;background:var(--bg);
    padding:.25rem .55rem;min-width:11rem;max-width:30rem}
    #state section.hit{border:2px solid var(--fg)}
    #state h3{margin:0;font-size:.8rem}
    #state p{margin:0}
    #state .new{font-weight:700;color:var(--warn)}
    #state .was{color:var(--dim);font-weight:400}
    @media (max-width:600px){body{padding:.6rem .6rem 1rem}h1{font-size:1.2rem}
    dl.facts{grid-template-columns:1fr}dl.facts dt{margin-top:.3rem}
    #state section{min-width:100%}#player .bar span{display:none}
    table.stack,table.stack tbody,table.stack tr,table.stack th,table.stack td{display:block}
    table.stack thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
    table.stack tr{padding:.4rem 0;border-bottom:1px solid var(--rule)}
    table.stack tr:last-child{border-bottom:0}
    table.stack th,table.stack td{border:0;padding:.1rem .7rem;white-space:normal}
    table.stack td[data-label]::before{content:attr(data-label) ": ";color:var(--dim)}}
    @media print{@page{size:A4 landscape;margin:10mm}
    html{font-size:11px;background:#fff}body{max-width:none;padding:0}
    #player,button{display:none}.box{overflow:visible;border:0}
    .chunk{content-visibility:visible;width:auto;min-width:0;break-inside:avoid;align-items:flex-start}
    .chunk svg{max-width:100%;height:auto;flex:0 1 auto;min-width:0}
    h2,h3{break-after:avoid}.fail,tr{break-inside:avoid}a{color:inherit}}
    """
}
