"""How the report looks: the paper, ink and brass of the table."""

CSS = """
:root{color-scheme:light;--ground:#e9e3d6;--panel:#fbf8f1;--inset:#f2ecdf;--rule:#d8cfbd;--ink:#262119;
--muted:#6b6253;--brass:#95690f;--red:#b3351f;--green:#2e6b3c}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);line-height:1.45;font-variant-numeric:tabular-nums;
font:15px/1.45 Inter,"Noto Sans","Segoe UI",system-ui,sans-serif}
header,section,footer{max-width:1240px;margin:0 auto;padding:0 24px}
header{padding-top:36px}
h1{font:600 34px/1.15 "Source Serif 4","Noto Serif",Georgia,serif;margin:0 0 6px}
header p,footer p,.made{color:var(--muted);max-width:80ch;margin:0 0 20px;font-size:13px}
section{padding-top:10px;padding-bottom:26px}
.head{border-top:3px solid var(--brass);padding-top:14px}
h2{font:600 25px/1.2 "Source Serif 4","Noto Serif",Georgia,serif;margin:0 0 4px}
.verdict{margin:0 0 16px;font-size:17.5px}
.verdict strong{color:var(--brass)}
.verdict.balanced strong{color:var(--green)}
.verdict.one-sided strong{color:var(--red)}
.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,520px),1fr));gap:14px}
.card{background:var(--panel);border:1px solid var(--rule);border-radius:8px;padding:16px 18px;min-width:0}
.card.wide{grid-column:1/-1;overflow-x:auto}
h3{margin:0 0 4px;font-size:11px;letter-spacing:.9px;text-transform:uppercase;color:var(--brass)}
h4{margin:12px 0 2px;font-size:13px}
.card p{margin:0 0 10px;color:var(--muted);font-size:13px;max-width:95ch}
.card ul{margin:2px 0 0;padding:0;list-style:none;font-size:13px}
.card li{padding:2px 0}
.card li b{display:inline-block;min-width:2.2em;text-align:right;margin-right:.5em}
figure{margin:0}
figure svg{display:block;width:100%;height:auto;max-width:100%}
table{border-collapse:collapse;width:100%;font-size:13px}
th{font-weight:600;text-align:left;color:var(--muted);vertical-align:bottom}
th,td{padding:5px 10px 5px 0;border-bottom:1px solid var(--rule);vertical-align:top}
td code{white-space:nowrap;font:12px ui-monospace,"Noto Sans Mono",monospace;color:var(--brass)}
.figure{text-align:right;padding-right:22px}
.lean{white-space:nowrap}
.lean i{display:inline-block;height:10px;border-radius:2px;margin-right:4px}
.meter{position:relative;height:22px;margin:6px 0}
.meter b{position:absolute;left:0;right:0;top:9px;height:4px;
background:linear-gradient(90deg,#e4dac6 50%,#f4e3b8 50%)}
.meter i{position:absolute;top:9px;height:4px;background:var(--brass)}
.meter u{position:absolute;top:4px;width:14px;height:14px;margin-left:-7px;border-radius:7px;
background:var(--panel);border:3px solid var(--ink)}
.made code{font:12px ui-monospace,"Noto Sans Mono",monospace}
footer{padding-bottom:30px}
@media print{body{background:#fff}.card{break-inside:avoid}}
"""
