/** The style sheet of the status page, which holds everything that it needs: the page is also copied to other servers. */
export const pageStyle = `:root{color-scheme:light dark;--ink:#1b1f24;--soft:#57606a;--ground:#fff;--card:#fff;--line:#dfe2e7;--accent:#4a46c6;--on:#fff;
--good:#1a7f37;--fair:#9a6700;--poor:#bc4c00;--bad:#cf222e;--calm:#0969da;
--good-soft:#e9f7ed;--fair-soft:#fff8e1;--poor-soft:#fff1e5;--bad-soft:#ffebe9;--calm-soft:#e8f2ff;
--bar-good:#2da44e;--bar-fair:#e0b025;--bar-poor:#ec7a22;--bar-bad:#d1242f;--bar-none:#d8dce1}
@media (prefers-color-scheme:dark){:root{--ink:#e8eaed;--soft:#a3abb5;--ground:#14161a;--card:#1b1e23;--line:#33383f;--accent:#a9a8ff;--on:#14161a;
--good:#57c776;--fair:#e3b341;--poor:#ff9b52;--bad:#ff7b72;--calm:#79b8ff;
--good-soft:#14261a;--fair-soft:#2b2410;--poor-soft:#2e1d0f;--bad-soft:#331a1b;--calm-soft:#132236;
--bar-good:#3fb45f;--bar-fair:#e3b341;--bar-poor:#f0883e;--bar-bad:#f85149;--bar-none:#3a4048}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.55 -apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;overflow-wrap:anywhere}
.page{width:min(52rem,100%);margin:0 auto;padding:2.5rem 1.25rem 4rem}
header{display:flex;flex-wrap:wrap;gap:.75rem 1.5rem;align-items:center;justify-content:space-between;margin:0 0 1.5rem}
h1{margin:0;font-size:1.5rem;line-height:1.25}
h2{margin:2.5rem 0 .75rem;font-size:1.125rem;line-height:1.3}
h3{margin:0;font-size:1rem;line-height:1.4}
h3.day{margin:1.5rem 0 -.25rem;color:var(--soft);font-size:.9375rem}h2+h3.day{margin-top:0}
p{margin:0}
ul,ol{margin:0;padding:0;list-style:none}
a{color:var(--accent)}
nav{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center;font-size:.9375rem}
.button,button{display:inline-block;min-height:2.5rem;padding:.5rem 1rem;border:0;border-radius:8px;background:var(--accent);color:var(--on);font:inherit;font-size:.9375rem;font-weight:600;line-height:1.5rem;text-decoration:none;cursor:pointer}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.overall{display:flex;gap:.75rem;align-items:center;padding:1.1rem 1.25rem;border:1px solid;border-radius:12px;font-size:1.25rem;font-weight:600;line-height:1.35}
.overall::before{content:'';flex:none;width:.875rem;height:.875rem;border-radius:50%;background:currentColor}
.good{color:var(--good)}.fair{color:var(--fair)}.poor{color:var(--poor)}.bad{color:var(--bad)}.calm{color:var(--calm)}
.overall.good{background:var(--good-soft)}.overall.fair{background:var(--fair-soft)}.overall.poor{background:var(--poor-soft)}.overall.bad{background:var(--bad-soft)}.overall.calm{background:var(--calm-soft)}
.notice{margin:0 0 1rem;padding:.75rem 1rem;border:1px solid var(--line);border-radius:8px;background:var(--fair-soft);font-size:.9375rem}
.soft,time{color:var(--soft);font-size:.875rem}
.card{margin:.75rem 0 0;padding:1.1rem 1.25rem;border:1px solid var(--line);border-radius:12px;background:var(--card)}
.card.open{border-inline-start:4px solid var(--poor)}
.affects{margin:.25rem 0 0;font-size:.9375rem;color:var(--soft)}
.updates{margin:.9rem 0 0;display:grid;gap:.9rem}
.updates>li{display:grid;gap:.15rem}
.updates strong{font-size:.9375rem}
.text p,.text ul,.text ol,.text pre,.text blockquote,.text table{margin:0 0 .6rem}
.text>:last-child{margin-bottom:0}.text ul{list-style:disc}.text ol{list-style:decimal}.text :is(ul,ol){padding-inline-start:1.5rem}
.text img{max-width:100%;height:auto}.text pre{overflow:auto}.text table{display:block;overflow:auto}
.components{border:1px solid var(--line);border-radius:12px;background:var(--card)}
.components>li{padding:1rem 1.25rem}
.components>li+li{border-top:1px solid var(--line)}
.name{display:flex;flex-wrap:wrap;gap:.1rem 1rem;justify-content:space-between;align-items:baseline}
.state{font-size:.9375rem;font-weight:600;white-space:nowrap}
.bars{position:relative;display:flex;gap:2px;height:2rem;margin:.6rem 0 .35rem;border-radius:3px}
.bars i{flex:1;min-width:0;border-radius:2px;background:var(--bar-good)}
.bars i.n{background:var(--bar-none)}
.bars i.g{background:linear-gradient(var(--bar-good) 66%,var(--bar-fair) 66%)}
.bars i.p{background:linear-gradient(var(--bar-good) 40%,var(--bar-poor) 40%)}
.bars i.d{background:var(--bar-bad)}
.bars i.at{outline:2px solid var(--ink);outline-offset:1px}
.tip{position:absolute;z-index:1;bottom:calc(100% + 8px);width:max-content;max-width:min(18rem,100%);padding:.5rem .75rem;border:1px solid var(--line);border-radius:8px;background:var(--card);box-shadow:0 4px 16px rgb(0 0 0/.18);font-size:.875rem;line-height:1.4;pointer-events:none}
.tip b{display:block}
.scale{display:flex;justify-content:space-between;gap:.5rem;color:var(--soft);font-size:.8125rem}
.w60,.w30{display:none}
@media (max-width:820px){.bars i:nth-child(-n+30){display:none}.w90{display:none}.w60{display:inline}}
@media (max-width:480px){.page{padding-top:1.5rem}.bars i:nth-child(-n+60){display:none}.w60{display:none}.w30{display:inline}h1{font-size:1.3rem}.overall{font-size:1.125rem}}
details{margin:.35rem 0 0;font-size:.875rem}
summary{width:fit-content;color:var(--soft);cursor:pointer;padding:.15rem 0}
details ul{margin:.25rem 0 0;display:grid;gap:.25rem}
form{display:grid;gap:.9rem}
label,legend{font-weight:600;font-size:.9375rem}
fieldset{margin:0;padding:0;border:0;display:grid;gap:.35rem}
.choice{display:flex;gap:.5rem;align-items:center;font-weight:400;min-height:1.75rem}
input[type=email]{display:block;width:100%;max-width:26rem;min-height:2.5rem;margin:.25rem 0 0;padding:.4rem .75rem;border:1px solid var(--soft);border-radius:8px;background:var(--ground);color:inherit;font:inherit}
.trap{position:absolute;left:-100vw}
footer{margin:3rem 0 0;padding:1rem 0 0;border-top:1px solid var(--line);color:var(--soft);font-size:.875rem;display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;justify-content:space-between}
@media print{nav,form,.subscribe{display:none}}
@media (forced-colors:active){.bars i{forced-color-adjust:none}.overall::before{forced-color-adjust:none}}`
