// SPDX-License-Identifier: Apache-2.0
#include "tb/report/page_text.hpp"

namespace sluice::tb {

// Colours of queues: told apart also by people who do not see red or green, on either ground.
const char* const kReportStyle = R"css(
:root{color-scheme:light dark;--ground:#fff;--ink:#1b1f24;--soft:#5b6570;--line:#d5dbe1;--limit:#b3261e;--guess:#a14d00;
--c0:#0067b8;--c1:#b34700;--c2:#00795b;--c3:#a3307f;--c4:#7a6400;--c5:#4a55c8;--c6:#a02020;--c7:#4d5863}
@media(prefers-color-scheme:dark){:root{--ground:#14181c;--ink:#e8ecf0;--soft:#a3adb8;--line:#39424b;--limit:#ff8a80;--guess:#ffb866;
--c0:#62b2ff;--c1:#ff9d5c;--c2:#4fd1ab;--c3:#f08fd0;--c4:#e0c54a;--c5:#a5adff;--c6:#ff8585;--c7:#b4c0cc}}
*{box-sizing:border-box}
body{margin:0 auto;padding:1rem;max-width:62rem;background:var(--ground);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 .75rem;overflow-wrap:anywhere}
h2{font-size:1.15rem;margin:2.25rem 0 .25rem}
p{margin:.25rem 0 .75rem;color:var(--soft);max-width:45rem}
figure{margin:0 0 1rem}
figcaption{font-weight:600;margin:1rem 0 .35rem}
dl{display:grid;grid-template-columns:auto 1fr;gap:.1rem 1rem;margin:0}
dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}
.plot{display:grid;grid-template-columns:auto 1fr;gap:0 .5rem;font-size:.8rem;color:var(--soft)}
.plot svg{width:100%;height:15rem;display:block;border:1px solid var(--line);grid-column:2;overflow:visible}
.y{display:flex;flex-direction:column;justify-content:space-between;text-align:right;white-space:nowrap;margin:-.6em 0;height:calc(15rem + 1.2em)}
.x{grid-column:2;display:flex;justify-content:space-between}
svg *{vector-effect:non-scaling-stroke}
.grid{stroke:var(--line);fill:none}
.area{stroke-width:1.5;fill-opacity:.3}
.limit{stroke:var(--limit);stroke-dasharray:6 4;stroke-width:1.5;fill:none}
.curve{stroke:var(--c0);stroke-width:2;fill:none}
.guess{stroke:var(--guess);stroke-width:2;stroke-dasharray:2 3;fill:none}
.dot{stroke:var(--c2);stroke-width:8;stroke-linecap:round;fill:none}
.keys{display:flex;flex-wrap:wrap;gap:.1rem 1.1rem;margin:.35rem 0;padding:0;list-style:none;font-size:.875rem}
.keys i{display:inline-block;width:1.3em;height:.7em;margin-right:.4em;background:var(--k)}
.keys i.l{height:0;background:none;border-top:2px dashed var(--k);vertical-align:middle}
.keys i.s{height:0;background:none;border-top:2px solid var(--k);vertical-align:middle}
.keys i.d{width:.7em;border-radius:50%}
details{margin:.25rem 0}summary{cursor:pointer;color:var(--soft);padding:.25rem 0}
.wide{overflow-x:auto}
table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:.875rem}
th,td{padding:.2rem .7rem .2rem 0;text-align:right;white-space:nowrap;border-bottom:1px solid var(--line)}
th:first-child,td:first-child{text-align:left}
.bars{width:100%}.bars td:last-child{width:60%;padding-right:0}
.bars td:last-child span{display:block;height:.8rem;background:var(--c0);min-width:1px}.bars td:last-child span[data-none]{display:none}
.sliders{display:grid;grid-template-columns:auto 1fr auto;gap:.25rem .75rem;align-items:center;max-width:40rem;font-size:.875rem}
.sliders output{text-align:right;min-width:6.5em;font-variant-numeric:tabular-nums}
.sliders input{width:100%;min-height:1.75rem;accent-color:var(--guess)}
.says{color:var(--ink);margin:.5rem 0 0}
@media(max-width:30rem){body{padding:.75rem}.plot svg{height:11rem}.y{height:calc(11rem + 1.2em)}.x span:nth-child(even){display:none}.dot{stroke-width:5}
.bars thead th{white-space:normal}.bars th,.bars td{padding-right:.5rem}.bars td:last-child{width:30%}}
)css";

// Each figure.red carries what the script needs: data-top (bytes at the right edge) and data-bins
// ("middle decisions hits" a bin), data-red where a curve is configured: then the one of the
// sliders shows once they move. The curve is the one of report.cpp's red_probability.
const char* const kReportScript = R"js(
document.querySelectorAll('figure.red').forEach(function(f){
  var top=+f.dataset.top,box=f.querySelector('.sliders'),path=f.querySelector('.guess'),says=f.querySelector('.says');
  var bins=f.dataset.bins?f.dataset.bins.split(',').map(function(b){return b.split(' ').map(Number)}):[];
  var inputs=box.querySelectorAll('input'),outs=box.querySelectorAll('output');
  function chance(x,min,max,p){return x<min?0:x>max?1:max>min?p*(x-min)/(max-min):p}
  function draw(moved){
    var min=+inputs[0].value,max=+inputs[1].value,p=+inputs[2].value/100;
    if(min>max){if(moved===inputs[0]){max=min;inputs[1].value=max}else{min=max;inputs[0].value=min}}
    outs[0].textContent=min.toLocaleString('en')+' B';outs[1].textContent=max.toLocaleString('en')+' B';
    outs[2].textContent=(p*100).toFixed(1)+' %';
    var x=function(v){return (1000*v/top).toFixed(2)},y=function(v){return (400-400*v).toFixed(2)};
    if(moved||!f.dataset.red)path.setAttribute('d','M0 400H'+x(min)+'L'+x(max)+' '+y(p)+'V0H1000');
    var all=0,hit=0,now=0;
    bins.forEach(function(b){all+=b[1];now+=b[2];hit+=b[1]*chance(b[0],min,max,p)});
    says.textContent=all?'At these depths the curve would hit about '+Math.round(hit).toLocaleString('en')+' of '+
      all.toLocaleString('en')+' decisions; measured: '+now.toLocaleString('en')+'.':'';
  }
  inputs.forEach(function(i){i.addEventListener('input',function(){draw(i)})});
  box.hidden=false;draw(null);
});
)js";

}  // namespace sluice::tb
